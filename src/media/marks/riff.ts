import { escapeMarkup } from '#shared/escape-markup.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { joinBytes } from '../container/iso-boxes.ts';
import { writeXmp } from './xmp.ts';

/**
 * Writes marks as chunks of a WAV file, to stand before its sound: the list of RIFF, which has no encoding and is taken as UTF-8, an
 * XMP packet, and the note of iXML (http://www.gallery.co.uk/ixml/), which editors of sound show. Manifests of providers are chunks
 * `SPCR`: `C2PA` is the file's own.
 */
export function writeRiffMarks(marks: Marks): Uint8Array<ArrayBuffer> {
  const { software, sentence, madeAt, manifests = [] } = marks;
  const list = joinBytes([
    encode('INFO'),
    makeChunk('ISFT', encode(`${software}\0`)),
    makeChunk('ICMT', encode(`${sentence}\0`)),
    makeChunk('ICRD', encode(`${madeAt.slice(0, 10)}\0`)),
  ]);
  const note = `<BWFXML><IXML_VERSION>2.10</IXML_VERSION><NOTE>${escapeMarkup(sentence)}</NOTE></BWFXML>`;
  return joinBytes([
    makeChunk('LIST', list),
    makeChunk('_PMX', writeXmp(marks)),
    makeChunk('iXML', encode(`<?xml version="1.0" encoding="UTF-8"?>${note}`)),
    ...manifests.map(manifest => makeChunk('SPCR', manifest)),
  ]);
}

/** Padded to whole words. */
function makeChunk(id: string, content: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, content.length, true);
  return joinBytes([encode(id), length, content, new Uint8Array(content.length % 2)]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

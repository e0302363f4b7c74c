import { escapeMarkup } from '#shared/escape-markup.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { encodeText, joinBytes, number32 } from '../container/iso-boxes.ts';
import { writeXmp } from './xmp.ts';

/**
 * Writes marks as chunks of a WAV file, to stand before its sound: the list of RIFF, which has no encoding and is taken as UTF-8, an
 * XMP packet, and the note of iXML (http://www.gallery.co.uk/ixml/), which editors of sound show. Manifests of providers are chunks
 * `SPCR`: `C2PA` is the file's own.
 */
export function writeRiffMarks(marks: Marks): Uint8Array<ArrayBuffer> {
  const { software, sentence, madeAt, manifests = [] } = marks;
  const list = joinBytes([
    encodeText('INFO'),
    makeChunk('ISFT', encodeText(`${software}\0`)),
    makeChunk('ICMT', encodeText(`${sentence}\0`)),
    makeChunk('ICRD', encodeText(`${madeAt.slice(0, 10)}\0`)),
  ]);
  const note = `<BWFXML><IXML_VERSION>2.10</IXML_VERSION><NOTE>${escapeMarkup(sentence)}</NOTE></BWFXML>`;
  return joinBytes([
    makeChunk('LIST', list),
    makeChunk('_PMX', writeXmp(marks)),
    makeChunk('iXML', encodeText(`<?xml version="1.0" encoding="UTF-8"?>${note}`)),
    ...manifests.map(manifest => makeChunk('SPCR', manifest)),
  ]);
}

/** Padded to whole words. */
function makeChunk(id: string, content: Uint8Array): Uint8Array {
  const length = number32(content.length).reverse();
  return joinBytes([encodeText(id), length, content, new Uint8Array(content.length % 2)]);
}

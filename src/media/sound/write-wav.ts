import { escapeMarkup } from '#shared/escape-markup.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { encodeText, joinBytes, number32 } from '../container/iso-boxes.ts';
import type { FilePiece } from '../container/video-file.ts';
import { writeXmp } from '../marks/write-marks.ts';
import type { InterleavedSound, PlainSound } from './channels.ts';

/** RIFF with a `fmt ` chunk for PCM. */
const startBytes = 36;
const chunkHeadBytes = 8;
const bytesPerSample = 2;
/** For empty sound. */
const usualRateHz = 24_000;

/** Writes a sound as a 16-bit mono WAV file. */
export function writeWav({ sampleRateHz, samples }: PlainSound, marks?: Marks): Uint8Array<ArrayBuffer> {
  const head = writeHead({ sampleRateHz, samples: samples.length }, writeMarks(marks));
  return joinBytes([head, toBytes(samples)]);
}

/** Without buffering the sound as floats, which take twice the memory. @returns the pieces of the file, in order */
export async function collectWav(
  sounds: AsyncIterable<PlainSound>,
  marks?: Marks,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces = await Array.fromAsync(streamWav(sounds, marks));
  return pieces.toSorted((one, other) => one.position - other.position).map(({ data }) => data);
}

/** The same for a file of any length: pieces and their places. The head comes last, when the length is known. */
export async function* streamWav(
  sounds: AsyncIterable<InterleavedSound>,
  marks?: Marks,
): AsyncGenerator<FilePiece> {
  const marked = writeMarks(marks);
  const headBytes = startBytes + marked.length + chunkHeadBytes;
  let facts: Omit<WavFacts, 'samples'> = { sampleRateHz: usualRateHz };
  let bytes = 0;
  for await (const { samples, ...others } of sounds) {
    facts = others;
    const data = toBytes(samples);
    yield { data, position: headBytes + bytes };
    bytes += data.length;
  }
  const samples = bytes / bytesPerSample / (facts.channelCount ?? 1);
  yield { data: writeHead({ ...facts, samples }, marked), position: 0 };
}

/** The same in order, for a sound whose length is known. */
export async function* writeWavInOrder(
  sounds: AsyncIterable<InterleavedSound>,
  facts: WavFacts,
  marks?: Marks,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield writeHead(facts, writeMarks(marks));
  for await (const { samples } of sounds) yield toBytes(samples);
}

interface WavFacts {
  readonly sampleRateHz: number;
  readonly channelCount?: 1 | 2;
  /** Of each channel. */
  readonly samples: number;
}

function writeHead({ sampleRateHz, channelCount = 1, samples }: WavFacts, marks: Uint8Array) {
  const head = new Uint8Array(startBytes + marks.length + chunkHeadBytes);
  const view = new DataView(head.buffer);
  const blockBytes = channelCount * bytesPerSample;
  const dataBytes = samples * blockBytes;
  head.set(new TextEncoder().encode('RIFF____WAVEfmt '));
  view.setUint32(4, head.length - chunkHeadBytes + dataBytes, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channelCount, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * blockBytes, true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  head.set(marks, startBytes);
  head.set(new TextEncoder().encode('data'), startBytes + marks.length);
  view.setUint32(head.length - 4, dataBytes, true);
  return head;
}

/** Little-endian on every platform. */
function toBytes(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * bytesPerSample));
  for (const [index, sample] of samples.entries()) {
    const level = Math.max(-1, Math.min(1, sample));
    view.setInt16(index * bytesPerSample, Math.round(level * (level < 0 ? 32_768 : 32_767)), true);
  }
  return new Uint8Array(view.buffer);
}

/**
 * Writes marks as chunks of a WAV file, to stand before its sound: the list of RIFF, which has no encoding and is taken as UTF-8, an
 * XMP packet, and the note of iXML (http://www.gallery.co.uk/ixml/), which editors of sound show. Manifests of providers are chunks
 * `SPCR`: `C2PA` is the file's own.
 */
function writeMarks(marks: Marks | undefined): Uint8Array<ArrayBuffer> {
  if (!marks) return new Uint8Array();
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

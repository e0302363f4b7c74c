import type { Marks } from '#shared/marks/provenance.ts';
import { joinBytes } from '../container/iso-boxes.ts';
import type { FilePiece } from '../container/video-file.ts';
import { writeRiffMarks } from '../marks/riff.ts';
import type { PlainSound } from './plain-sound.ts';

/** RIFF with a `fmt ` chunk for PCM. */
const startBytes = 36;
const chunkHeadBytes = 8;
const bytesPerSample = 2;
/** For empty sound. */
const usualRateHz = 24_000;

/** Writes a sound as a 16-bit mono WAV file. */
export function writeWav({ sampleRateHz, samples }: PlainSound, marks?: Marks): Uint8Array<ArrayBuffer> {
  return joinBytes([writeHead(sampleRateHz, samples.length, writeMarks(marks)), toBytes(samples)]);
}

/**
 * Writes streamed sound of one rate as a WAV file, without buffering it as floats, which take twice the memory.
 * @returns the pieces of the file, in order
 */
export async function collectWav(
  sounds: AsyncIterable<PlainSound>,
  marks?: Marks,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: FilePiece[] = [];
  for await (const piece of streamWav(sounds, marks)) pieces.push(piece);
  return pieces.toSorted((one, other) => one.position - other.position).map(({ data }) => data);
}

/** The same for a file of any length: pieces and their places. The head comes last, when the length is known. */
export async function* streamWav(
  sounds: AsyncIterable<PlainSound>,
  marks?: Marks,
): AsyncGenerator<FilePiece, void, undefined> {
  const marked = writeMarks(marks);
  const headBytes = startBytes + marked.length + chunkHeadBytes;
  let rateHz = usualRateHz;
  let count = 0;
  for await (const { sampleRateHz, samples } of sounds) {
    rateHz = sampleRateHz;
    yield { data: toBytes(samples), position: headBytes + count * bytesPerSample };
    count += samples.length;
  }
  yield { data: writeHead(rateHz, count, marked), position: 0 };
}

function writeMarks(marks: Marks | undefined): Uint8Array {
  return marks ? writeRiffMarks(marks) : new Uint8Array();
}

/** RIFF, a `fmt ` chunk for PCM, marks, and the head of the `data` chunk. */
function writeHead(sampleRateHz: number, count: number, marks: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(startBytes + marks.length + chunkHeadBytes);
  const view = new DataView(head.buffer);
  const dataBytes = count * bytesPerSample;
  head.set(new TextEncoder().encode('RIFF____WAVEfmt '));
  view.setUint32(4, head.length - chunkHeadBytes + dataBytes, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
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

import type { FilePiece } from '../container/video-file.ts';
import type { PlainSound } from './plain-sound.ts';

const headBytes = 44;
const bytesPerSample = 2;
/** For empty sound. */
const usualRateHz = 24_000;

/** Writes a sound as a 16-bit mono WAV file. */
export function writeWav({ sampleRateHz, samples }: PlainSound): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(headBytes + samples.length * bytesPerSample);
  file.set(writeHead(sampleRateHz, samples.length));
  file.set(toBytes(samples), headBytes);
  return file;
}

/**
 * Writes streamed sound of one rate as a WAV file, without buffering it as floats, which take twice the memory.
 * @returns the pieces of the file, in order
 */
export async function collectWav(sounds: AsyncIterable<PlainSound>): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let rateHz = usualRateHz;
  let count = 0;
  for await (const { sampleRateHz, samples } of sounds) {
    rateHz = sampleRateHz;
    count += samples.length;
    pieces.push(toBytes(samples));
  }
  return [writeHead(rateHz, count), ...pieces];
}

/** The same for a file of any length: pieces and their places. The head comes last, when the length is known. */
export async function* streamWav(
  sounds: AsyncIterable<PlainSound>,
): AsyncGenerator<FilePiece, void, undefined> {
  let rateHz = usualRateHz;
  let count = 0;
  for await (const { sampleRateHz, samples } of sounds) {
    rateHz = sampleRateHz;
    yield { data: toBytes(samples), position: headBytes + count * bytesPerSample };
    count += samples.length;
  }
  yield { data: writeHead(rateHz, count), position: 0 };
}

/** RIFF, a `fmt ` chunk for PCM, and the head of the `data` chunk. */
function writeHead(sampleRateHz: number, count: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(headBytes);
  const view = new DataView(head.buffer);
  const dataBytes = count * bytesPerSample;
  head.set(new TextEncoder().encode('RIFF____WAVEfmt '));
  view.setUint32(4, headBytes - 8 + dataBytes, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  head.set(new TextEncoder().encode('data'), 36);
  view.setUint32(40, dataBytes, true);
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

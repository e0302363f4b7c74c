import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { ByteSource } from './byte-source.ts';
import { readPcm } from './pcm-samples.ts';

/** `RIFF`, a size, `WAVE`. */
export const waveStartBytes = 12;
const chunkHeadBytes = 8;
const formatBytes = 16;
/** Maximum header before the samples: format, and the name of the program that wrote it. */
const longestHeadBytes = 4096;
const wholeNumbers = 1;
/** The format follows in a longer chunk; speech servers use integers in it. */
const extensible = 0xfffe;
/** Sizes from here on are placeholders of unfinished files: 0xffffffff by FFmpeg, 0x7fffffff and less by others. */
const unknownBytes = 0x7ff0_0000;

export function startsLikeWave(start: Uint8Array): boolean {
  return readName(start, 0) === 'RIFF' && readName(start, 8) === 'WAVE';
}

/** Streamed mono samples from -1 to 1. */
export interface WaveSound {
  readonly sampleRateHz: number;
  readonly samples: AsyncIterable<Float32Array>;
}

interface WaveForm {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/**
 * Reads a streamed WAV file (Microsoft's Multimedia Programming Interface 1.0): with size 0 or a placeholder the samples continue
 * to the end of the body.
 * @param source at its first byte
 * @throws CodedError `provider_garbage` unless the samples are 16-bit with one or two channels
 */
export async function readWave(source: ByteSource): Promise<WaveSound> {
  source.skip(waveStartBytes);
  let form: WaveForm | undefined;
  let headBytes = waveStartBytes;
  for (;;) {
    const head = await source.peek(chunkHeadBytes);
    if (head.length < chunkHeadBytes) throw fail('a WAV file without sound');
    const name = readName(head, 0);
    const size = toView(head).getUint32(4, true);
    source.skip(chunkHeadBytes);
    if (name === 'data') {
      if (!form) throw fail('a WAV file that does not say how its sound is written');
      const bytes = size === 0 || size >= unknownBytes ? source.rest() : takeBytes(source.rest(), size);
      return { sampleRateHz: form.sampleRateHz, samples: readPcm(bytes, form.channels) };
    }
    const contentBytes = size + (size % 2);
    headBytes += chunkHeadBytes + contentBytes;
    if (headBytes > longestHeadBytes)
      throw fail(`a WAV file with more than ${longestHeadBytes} bytes of head`);
    const content = await source.peek(contentBytes);
    if (name === 'fmt ') form = readForm(content);
    source.skip(contentBytes);
  }
}

function readForm(content: Uint8Array): WaveForm {
  if (content.length < formatBytes) throw fail('a WAV file whose form is cut');
  const view = toView(content);
  const tag = view.getUint16(0, true);
  const channels = view.getUint16(2, true);
  const sampleRateHz = view.getUint32(4, true);
  const bits = view.getUint16(14, true);
  const isWhole = tag === wholeNumbers || tag === extensible;
  if (!isWhole || bits !== 16 || channels < 1 || channels > 2 || !isSpeechRate(sampleRateHz))
    throw fail(`a WAV file of form ${tag}, ${bits} bits, ${channels} channels, ${sampleRateHz} Hz`);
  return { channels, sampleRateHz };
}

export function isSpeechRate(sampleRateHz: number): boolean {
  return sampleRateHz >= 8000 && sampleRateHz <= 192_000;
}

async function* takeBytes(bytes: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const piece of bytes) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

function readName(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function fail(words: string): CodedError {
  return new CodedError('provider_garbage', { cause: new LoggedCause(words) });
}

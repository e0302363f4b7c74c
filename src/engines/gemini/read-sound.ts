import { CodedError, LoggedCause } from '#shared/errors.ts';
import { toSamples } from '../provider/read-sound.ts';
import type { InlineData } from './read-turn.ts';

/** Sample rate of all the vendor's models: ai.google.dev/gemini-api/docs/speech-generation, "Output". */
export const sampleRateHz = 24_000;

const bytesPerSample = 2;
/** `audio/l16; rate=24000; channels=1`, `audio/L16;codec=pcm;rate=24000`: 16-bit little-endian samples. */
const plainSamples = /^audio\/(l16|pcm)\b/iu;
const rateParameter = /;\s*rate=(\d+)/iu;
const channelsParameter = /;\s*channels=(\d+)/iu;
const wave = /^audio\/(wav|x-wav|wave|vnd\.wave)\b/iu;

export class SoundReader {
  #rest = Buffer.alloc(0);
  readonly #manifests: Uint8Array[];

  /** @param manifests receives those of the vendor */
  constructor(manifests: Uint8Array[]) {
    this.#manifests = manifests;
  }

  /**
   * @returns mono samples from -1 to 1
   * @throws CodedError `provider_garbage` unless it is 16-bit mono at {@link sampleRateHz}
   */
  read({ mimeType, data }: InlineData): Float32Array {
    const bytes = decodeBase64(data);
    if (wave.test(mimeType)) {
      const { data, manifest } = readWave(bytes);
      if (manifest && data.length > 0) this.#manifests.push(Uint8Array.from(manifest));
      return toSamples(data);
    }
    if (!plainSamples.test(mimeType)) throw noSound('of another media type');
    requireUsual(
      readNumber(mimeType, rateParameter) ?? sampleRateHz,
      readNumber(mimeType, channelsParameter) ?? 1,
      16,
    );
    const all = Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % bytesPerSample);
    this.#rest = all.subarray(whole);
    return toSamples(all.subarray(0, whole));
  }
}

function decodeBase64(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64');
  // Node skips invalid base64, which would leave noise.
  if (Math.abs(bytes.length - Math.floor((data.length * 3) / 4)) > 2) throw noSound('broken base64');
  return bytes;
}

function readNumber(mimeType: string, name: RegExp): number | undefined {
  const found = name.exec(mimeType)?.[1];
  return found === undefined ? undefined : Number(found);
}

function requireUsual(rate: number, channels: number, bits: number): void {
  if (rate !== sampleRateHz || channels !== 1 || bits !== 16)
    throw noSound(`${rate} Hz, ${channels} channels, ${bits} bits`);
}

/** Reads a WAV chunk by chunk: after its samples the vendor appends a `C2PA` chunk, which would play as noise. */
function readWave(file: Buffer): { readonly data: Buffer; readonly manifest?: Buffer | undefined } {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw noSound('no WAV');
  let isUsual = false;
  let data: Buffer | undefined;
  let manifest: Buffer | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const chunk = file.subarray(at + 8, at + 8 + length);
    if (name === 'fmt ' && chunk.length >= 16) {
      requireUsual(chunk.readUInt32LE(4), chunk.readUInt16LE(2), chunk.readUInt16LE(14));
      isUsual = true;
    }
    if (name === 'data') {
      if (!isUsual) throw noSound('a WAV without a format');
      data ??= chunk.subarray(0, chunk.length - (chunk.length % bytesPerSample));
    }
    if (name === 'C2PA' && chunk.length === length) manifest = chunk;
    // Chunks start at even offsets.
    at += 8 + length + (length % 2);
  }
  if (!data) throw noSound('a WAV without samples');
  return { data, manifest };
}

function noSound(found: string): CodedError {
  return new CodedError('provider_garbage', { cause: new LoggedCause(`the sound is ${found}`) });
}

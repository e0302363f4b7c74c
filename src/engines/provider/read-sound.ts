import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { ByteSource } from './byte-source.ts';
import { readPcm } from './pcm-samples.ts';
import { isSpeechRate, readWave, startsLikeWave, waveStartBytes } from './read-wave.ts';

/** Bytes needed for the check. */
export const mp3StartBytes = 4;

export interface SoundAnswer {
  readonly body: ReadableStream<Uint8Array> | null;
  /** `Content-Type`, whose parameters may have the sample rate. */
  readonly contentType: string | null;
  /** Whether PCM was requested, which has no signature. */
  readonly isPcmAsked: boolean;
}

/** Content types of PCM (RFC 2586, and what servers send). */
const pcmType = /^audio\/(pcm|l16|x-pcm|raw)\b/iu;
/** Sample rate of most models. */
const usualRateHz = 24_000;

/**
 * Detects the format by its bytes, because servers mislabel WAV files as mp3: mp3 is passed on unchanged, WAV and PCM are decoded.
 * @returns undefined for another format (FLAC, Ogg), so that the caller can request a different one
 * @throws CodedError `provider_garbage` if there is no sound, or the body's error
 */
export async function readSound(
  { body, contentType, isPcmAsked }: SoundAnswer,
  mapError: (error: unknown) => CodedError,
): Promise<SpokenSound | undefined> {
  if (!body) throw noSound();
  const source = new ByteSource(body);
  const start = await source.peek(waveStartBytes);
  if (start.length === 0) throw noSound();
  if (startsLikeWave(start)) {
    const { sampleRateHz, samples } = await readWave(source);
    return { format: 'pcm', sampleRateHz, samples: withErrors(samples, mapError) };
  }
  const isPcm = isPcmAsked || pcmType.test(contentType ?? '');
  if (!isPcm && startsLikeMp3(start)) return { format: 'mp3', bytes: withErrors(source.rest(), mapError) };
  if (isPcm && !startsLikeText(start)) {
    const { sampleRateHz, channels } = readPcmType(contentType ?? '');
    return { format: 'pcm', sampleRateHz, samples: withErrors(readPcm(source.rest(), channels), mapError) };
  }
  source.cancel();
  if (isOtherSound(start)) return undefined;
  throw new CodedError('provider_garbage', {
    cause: new LoggedCause('the answer does not start like sound'),
  });
}

/** A web page or JSON instead of PCM, which has no signature. */
function startsLikeText(start: Uint8Array): boolean {
  return start.every(byte => byte === 0x0a || byte === 0x0d || (byte >= 0x20 && byte < 0x7f));
}

/** FLAC and Ogg (Opus). */
function isOtherSound(start: Uint8Array): boolean {
  return ['fLaC', 'OggS'].includes(String.fromCharCode(...start.subarray(0, 4)));
}

/** Such as `audio/pcm;rate=24000;channels=1`. */
function readPcmType(contentType: string): { sampleRateHz: number; channels: number } {
  const rate = Number(/;\s*rate="?(\d+)/iu.exec(contentType)?.[1] ?? usualRateHz);
  const channels = Number(/;\s*channels="?(\d+)/iu.exec(contentType)?.[1] ?? 1);
  if (!isSpeechRate(rate) || channels < 1 || channels > 2)
    throw new CodedError('provider_garbage', {
      cause: new LoggedCause(`samples at ${rate} Hz, ${channels} channels`),
    });
  return { sampleRateHz: rate, channels };
}

function noSound(): CodedError {
  return new CodedError('provider_garbage', {
    message: fill(engineMessages.noSound),
    cause: new LoggedCause('an empty answer'),
  });
}

/** Converts stream errors to our own. */
export async function* withErrors<T>(
  pieces: AsyncIterable<T>,
  mapError: (error: unknown) => CodedError,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* pieces;
  } catch (error) {
    throw mapError(error);
  }
}

/**
 * Whether bytes start like an mp3: an ID3 tag, or the header of an MPEG audio frame of layer III with a valid bit rate
 * and sampling rate (ISO/IEC 11172-3, 2.4.2.3).
 */
export function startsLikeMp3([first = 0, second = 0, third = 0, fourth]: Uint8Array): boolean {
  if (fourth === undefined) return false;
  if (first === 0x49 && second === 0x44 && third === 0x33) return true;
  const isFrameSync = first === 0xff && (second & 0xe0) === 0xe0;
  const isLayer3 = (second & 0x06) === 0x02;
  const hasBitRate = third >> 4 !== 0x0f;
  const hasSamplingRate = (third & 0x0c) !== 0x0c;
  return isFrameSync && isLayer3 && hasBitRate && hasSamplingRate;
}

/**
 * Streams a provider's mp3 after checking its start: a 200 can also be empty, or an HTML page. Stopping early closes the
 * connection.
 * @throws CodedError `provider_garbage` if it is no mp3, or the body's error
 */
export async function readMp3(
  body: ReadableStream<Uint8Array> | null,
  mapError: (error: unknown) => CodedError,
): Promise<SpokenSound> {
  if (!body) throw new CodedError('provider_garbage');
  const source = new ByteSource(body);
  if (startsLikeMp3(await source.peek(mp3StartBytes)))
    return { format: 'mp3', bytes: withErrors(source.rest(), mapError) };
  source.cancel();
  throw new CodedError('provider_garbage', {
    cause: new LoggedCause('the sound does not start like an mp3'),
  });
}

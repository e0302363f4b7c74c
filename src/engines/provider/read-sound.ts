import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { ByteSource } from './byte-source.ts';
import { startsLikeMp3 } from './mp3-start.ts';
import { readPcm } from './pcm-samples.ts';
import { isSpeechRate, readWave, startsLikeWave, waveStartBytes } from './read-wave.ts';

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

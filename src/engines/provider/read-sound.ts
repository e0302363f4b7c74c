import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { ByteSource } from './byte-source.ts';
import { startsLikeMp3 } from './mp3-start.ts';
import { readPcm } from './pcm-samples.ts';
import { isSpeechRate, readWave, startsLikeWave, waveStartBytes } from './read-wave.ts';

/** A provider's answer that should be sound. */
export interface SoundAnswer {
  readonly body: ReadableStream<Uint8Array> | null;
  /** `Content-Type`, with the rate of plain samples as a parameter. */
  readonly contentType: string | null;
  /** Whether plain samples were asked for, which no bytes of their own tell. */
  readonly isPcmAsked: boolean;
}

/** What of a Content-Type says that there are plain samples (RFC 2586, and what servers make of it). */
const pcmType = /^audio\/(pcm|l16|x-pcm|raw)\b/iu;
/** What most models speak at. */
const usualRateHz = 24_000;

/**
 * Reads sound by its bytes, because servers give WAV files for mp3s and say otherwise: an mp3 is passed on as it is, a WAV file
 * and plain samples are taken apart.
 * @returns undefined for sound of another format (FLAC, Ogg), which may be asked for anew
 * @throws CodedError `provider_garbage` when it is no sound or there is none, or what the body fails with
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

/** A web page or JSON in the place of plain samples, which may begin with anything. */
function startsLikeText(start: Uint8Array): boolean {
  return start.every(byte => byte === 0x0a || byte === 0x0d || (byte >= 0x20 && byte < 0x7f));
}

/** FLAC and Ogg (Opus). */
function isOtherSound(start: Uint8Array): boolean {
  return ['fLaC', 'OggS'].includes(String.fromCharCode(...start.subarray(0, 4)));
}

/** As in `audio/pcm;rate=24000;channels=1`. */
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

/** Whatever a stream fails with becomes one of our errors. */
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

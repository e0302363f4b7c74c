import { CodedError, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import { readMp3Header } from '#shared/mp3-frames.ts';
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
 * Detects the format by its bytes, because servers mislabel what they send: mp3 is passed on unchanged, WAV and PCM are decoded.
 * @returns the error of another format, such as FLAC, so that the caller can request a different one
 * @throws CodedError `provider_garbage` if there is no sound, or the body's error
 */
export async function readSound(
  { body, contentType, isPcmAsked }: SoundAnswer,
  mapError: (error: unknown) => CodedError,
): Promise<SpokenSound | CodedError> {
  if (!body) throw noSound();
  const source = new ByteSource(body);
  const start = await source.peek(waveStartBytes);
  if (start.length === 0) throw noSound();
  if (startsLikeWave(start)) {
    const { sampleRateHz, samples } = await readWave(source);
    return { format: 'pcm', sampleRateHz, samples: withErrors(samples, mapError) };
  }
  const isPcm = isPcmAsked || pcmType.test(contentType ?? '');
  if (startsLikeMp3(start) && (!isPcm || (await isMp3For(source))))
    return { format: 'mp3', bytes: withErrors(source.rest(), mapError) };
  const other = toOtherError(start, isPcm && !(await isAdtsFor(source)));
  if (isPcm && !other) {
    const { sampleRateHz, channels } = readPcmType(contentType ?? '');
    return { format: 'pcm', sampleRateHz, samples: withErrors(readPcm(source.rest(), channels), mapError) };
  }
  source.cancel();
  if (other?.filled?.key === engineMessages.otherSound.key) return other;
  throw other ?? notSound('the answer does not start like sound');
}

/** Samples may look like one header, but hardly like a tag, or like two headers in their places. */
async function isMp3For(source: ByteSource): Promise<boolean> {
  const frame = readMp3Header(await source.peek(mp3StartBytes));
  if (!frame) return true;
  const start = await source.peek(frame.bytes + mp3StartBytes);
  return readMp3Header(start.subarray(frame.bytes))?.rateHz === frame.rateHz;
}

/** The same of AAC, whose headers have the length of their frame (ISO/IEC 13818-7, 6.2). */
async function isAdtsFor(source: ByteSource): Promise<boolean> {
  const [, , , high = 0, middle = 0, low = 0] = await source.peek(waveStartBytes);
  const bytes = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return startsLikeAdts((await source.peek(bytes + 2)).subarray(bytes));
}

function startsLikeAdts([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xf6) === 0xf0;
}

/** A web page or JSON, which may have a mark of its coding. */
function startsLikeText(start: Uint8Array): boolean {
  const text = start[0] === 0xef && start[1] === 0xbb ? start.subarray(3) : start;
  return text.every(byte => byte === 0x09 || byte === 0x0a || byte === 0x0d || (byte >= 0x20 && byte < 0x7f));
}

/** The beginnings of other sound files; "ftyp" comes after a size. */
const otherFormats: Readonly<Record<string, string>> = {
  fLaC: 'FLAC',
  OggS: 'Ogg',
  FORM: 'AIFF',
  '\x1aE\xdf\xa3': 'WebM',
  ftyp: 'M4A',
};

/** What came instead of sound that is read; undefined if that is not known. */
function toOtherError(start: Uint8Array, isPcm: boolean): CodedError | undefined {
  const [first = '', second = ''] = [0, 4].map(at => String.fromCharCode(...start.subarray(at, at + 4)));
  const format = !isPcm && startsLikeAdts(start) ? 'AAC' : otherFormats[second === 'ftyp' ? second : first];
  if (format !== undefined) return notSound(`${format} sound`, fill(engineMessages.otherSound, { format }));
  return startsLikeText(start) ? notSound('a text', fill(engineMessages.textForSound)) : undefined;
}

function notSound(found: string, message?: FilledMessage): CodedError {
  return new CodedError('provider_garbage', { message, cause: new LoggedCause(found) });
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

export function noSound(): CodedError {
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
export function startsLikeMp3(start: Uint8Array): boolean {
  if (start.length < mp3StartBytes) return false;
  const isTag = start[0] === 0x49 && start[1] === 0x44 && start[2] === 0x33;
  return isTag || readMp3Header(start) !== undefined;
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
  const start = await source.peek(waveStartBytes);
  source.cancel();
  throw toOtherError(start, false) ?? notSound('the sound does not start like an mp3');
}

import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { readMp3Header } from '#shared/mp3-frames.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { toGarbage } from './failure.ts';

type Bytes = Uint8Array;

/** Reads a given number of bytes from a body with chunks of any size. */
class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  #held: Bytes = new Uint8Array();

  constructor(body: ReadableStream<Bytes>) {
    this.#reader = body.getReader();
  }

  /** Returns the next `count` bytes without consuming them; fewer at the end of the body. */
  async peek(count: number): Promise<Bytes> {
    while (this.#held.length < count) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.#held = Buffer.concat([this.#held, value]);
    }
    return this.#held.subarray(0, count);
  }

  skip(count: number): void {
    this.#held = this.#held.subarray(count);
  }

  /** All remaining chunks. Stopping early closes the connection. */
  async *rest(): AsyncGenerator<Bytes, void, undefined> {
    try {
      const held = this.#held;
      this.#held = new Uint8Array();
      if (held.length > 0) yield held;
      for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read())
        yield next.value;
    } finally {
      this.cancel();
    }
  }

  /** Closes the connection; no effect at the end of the body. */
  cancel(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}

const bytesPerSample = 2;

/**
 * Converts signed 16-bit little-endian samples to mono from -1 to 1. Channels are mixed. An incomplete sample at the end is
 * dropped.
 */
async function* readPcm(
  bytes: AsyncIterable<Uint8Array>,
  channels = 1,
): AsyncGenerator<Float32Array, void, undefined> {
  const blockBytes = bytesPerSample * channels;
  let open: Uint8Array = new Uint8Array();
  for await (const piece of bytes) {
    const all = open.length > 0 ? Buffer.concat([open, piece]) : piece;
    const wholeBytes = all.length - (all.length % blockBytes);
    open = all.slice(wholeBytes);
    if (wholeBytes > 0) yield toSamples(all.subarray(0, wholeBytes), channels);
  }
}

/** Mono samples of whole blocks. */
export function toSamples(bytes: Uint8Array, channels = 1): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.length / bytesPerSample / channels);
  for (let at = 0; at < samples.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += view.getInt16((at * channels + channel) * bytesPerSample, true);
    samples[at] = sum / channels / 2 ** 15;
  }
  return samples;
}

/** `RIFF`, a size, `WAVE`. */
const waveStartBytes = 12;
const chunkHeadBytes = 8;
const formatBytes = 16;
/** Maximum header before the samples: format, and the name of the program that wrote it. */
const longestHeadBytes = 4096;
const wholeNumbers = 1;
/** The format follows in a longer chunk; speech servers use integers in it. */
const extensible = 0xfffe;
/** Sizes from here on are placeholders of unfinished files: 0xffffffff by FFmpeg, 0x7fffffff and less by others. */
const unknownBytes = 0x7ff0_0000;

interface WaveForm {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/**
 * Reads a streamed WAV file (Microsoft's Multimedia Programming Interface 1.0): with size 0 or a placeholder the samples continue
 * to the end of the body.
 * @param source at its first byte
 * @returns streamed mono samples from -1 to 1
 * @throws CodedError `provider_garbage` unless the samples are 16-bit with one or two channels
 */
async function readWave(source: ByteSource) {
  source.skip(waveStartBytes);
  let form: WaveForm | undefined;
  let headBytes = waveStartBytes;
  for (;;) {
    const head = await source.peek(chunkHeadBytes);
    if (head.length < chunkHeadBytes) throw toGarbage('a WAV file without sound');
    const name = readName(head, 0);
    const size = toView(head).getUint32(4, true);
    source.skip(chunkHeadBytes);
    if (name === 'data') {
      if (!form) throw toGarbage('a WAV file that does not say how its sound is written');
      const bytes = size === 0 || size >= unknownBytes ? source.rest() : takeBytes(source.rest(), size);
      return { sampleRateHz: form.sampleRateHz, samples: readPcm(bytes, form.channels) };
    }
    const contentBytes = size + (size % 2);
    headBytes += chunkHeadBytes + contentBytes;
    if (headBytes > longestHeadBytes)
      throw toGarbage(`a WAV file with more than ${longestHeadBytes} bytes of head`);
    const content = await source.peek(contentBytes);
    if (name === 'fmt ') form = readForm(content);
    source.skip(contentBytes);
  }
}

function readForm(content: Uint8Array): WaveForm {
  if (content.length < formatBytes) throw toGarbage('a WAV file whose form is cut');
  const view = toView(content);
  const tag = view.getUint16(0, true);
  const channels = view.getUint16(2, true);
  const sampleRateHz = view.getUint32(4, true);
  const bits = view.getUint16(14, true);
  const isWhole = tag === wholeNumbers || tag === extensible;
  if (!isWhole || bits !== 16 || channels < 1 || channels > 2 || !isSpeechRate(sampleRateHz))
    throw toGarbage(`a WAV file of form ${tag}, ${bits} bits, ${channels} channels, ${sampleRateHz} Hz`);
  return { channels, sampleRateHz };
}

function isSpeechRate(sampleRateHz: number): boolean {
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

const mp3StartBytes = 4;

interface SoundAnswer {
  readonly body: ReadableStream<Uint8Array> | null;
  /** `Content-Type`, whose parameters may have the sample rate. */
  readonly contentType: string | null;
  /** Whether PCM was requested, which has no signature. */
  readonly isPcmAsked: boolean;
}

/** Content types of PCM (RFC 2586, and what servers send). */
const pcmType = /^audio\/(pcm|l16|x-pcm|raw)\b/iu;
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
  if (readName(start, 0) === 'RIFF' && readName(start, 8) === 'WAVE') {
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
  throw other ?? toGarbage('the answer does not start like sound');
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
  if (format !== undefined) return toGarbage(`${format} sound`, fill(engineMessages.otherSound, { format }));
  return startsLikeText(start) ? toGarbage('a text', fill(engineMessages.textForSound)) : undefined;
}

/** Such as `audio/pcm;rate=24000;channels=1`. */
export function readPcmType(contentType: string): { sampleRateHz: number; channels: number } {
  const rate = Number(/;\s*rate="?(\d+)/iu.exec(contentType)?.[1] ?? usualRateHz);
  const channels = Number(/;\s*channels="?(\d+)/iu.exec(contentType)?.[1] ?? 1);
  if (!isSpeechRate(rate) || channels < 1 || channels > 2)
    throw toGarbage(`samples at ${rate} Hz, ${channels} channels`);
  return { sampleRateHz: rate, channels };
}

export function noSound(): CodedError {
  return toGarbage('an empty answer', fill(engineMessages.noSound));
}

async function* withErrors<T>(
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
): Promise<Extract<SpokenSound, { format: 'mp3' }>> {
  if (!body) throw new CodedError('provider_garbage');
  const source = new ByteSource(body);
  if (startsLikeMp3(await source.peek(mp3StartBytes)))
    return { format: 'mp3', bytes: withErrors(source.rest(), mapError) };
  const start = await source.peek(waveStartBytes);
  source.cancel();
  throw toOtherError(start, false) ?? toGarbage('the sound does not start like an mp3');
}

import { makeToneMp3 } from './make-mp3.ts';

/** Calm speech; in Chinese, Japanese and Korean a character is a syllable, Thai and Hindi are between. */
const charactersPerSecond = 15;
const syllablesPerSecond = 5;
const syllable = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const stepSeconds = 0.5;
const steps = new Map<number, Promise<Buffer>>();

/** Duration of a spoken text: proportional to its length, in steps of 0.5 s. */
export function findToneSeconds(text: string): number {
  const syllables = text.match(syllable)?.length ?? 0;
  const seconds = syllables / syllablesPerSecond + (text.length - syllables) / charactersPerSecond;
  return Math.ceil(seconds / stepSeconds) * stepSeconds;
}

/** A tone as mp3 without an information frame, as from a server that streams. */
export async function makeToneFrames({ hz, seconds }: Tone): Promise<Buffer> {
  const step = steps.get(hz) ?? makeToneMp3({ hz, seconds: stepSeconds }, { hasInfoFrame: false });
  steps.set(hz, step);
  const frames = await step;
  return Buffer.concat(Array.from({ length: Math.round(seconds / stepSeconds) }, () => frames));
}

export interface Tone {
  readonly hz: number;
  readonly seconds: number;
}

/** A tone as signed 16-bit samples, little-endian, one channel. */
export function makeToneSamples({ hz, seconds }: Tone, sampleRateHz = 24_000): Buffer {
  const samples = Int16Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, index) =>
    Math.round(13_000 * Math.sin((2 * Math.PI * hz * index) / sampleRateHz)),
  );
  return Buffer.from(samples.buffer);
}

interface WaveForm {
  readonly sampleRateHz?: number;
  readonly channels?: number;
  /** 1 for integers, 3 for floating point, 0xfffe for the extensible form. */
  readonly formatTag?: number;
  readonly bitsPerSample?: number;
  /** The size in the header, if not the real one: 0xffffffff where it was not known yet. */
  readonly saidBytes?: number;
  /** Whole chunks before the sound. */
  readonly chunks?: readonly Buffer[];
}

/** Samples in a WAV file (Microsoft's Multimedia Programming Interface 1.0, "Waveform Audio File Format"). */
export function toWave(samples: Buffer, form: WaveForm = {}): Buffer {
  const { saidBytes = samples.length, chunks = [] } = form;
  const format = toFormatChunk(form);
  const before = Buffer.concat([Buffer.from('WAVE'), format, ...chunks]);
  const sizeOfAll = saidBytes === 0xffffffff ? saidBytes : before.length + 8 + saidBytes;
  return Buffer.concat([
    Buffer.from('RIFF'),
    toUint32(sizeOfAll),
    before,
    Buffer.from('data'),
    toUint32(saidBytes),
    samples,
  ]);
}

function toFormatChunk({
  sampleRateHz = 24_000,
  channels = 1,
  formatTag = 1,
  bitsPerSample = 16,
}: WaveForm): Buffer {
  const format = Buffer.alloc(16);
  const blockBytes = (channels * bitsPerSample) / 8;
  format.writeUInt16LE(formatTag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRateHz, 4);
  format.writeUInt32LE(sampleRateHz * blockBytes, 8);
  format.writeUInt16LE(blockBytes, 12);
  format.writeUInt16LE(bitsPerSample, 14);
  return toChunk('fmt ', format);
}

/** A chunk of a RIFF file: name, size, content, and padding to an even length. */
export function toChunk(name: string, content: Buffer): Buffer {
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([Buffer.from(name), toUint32(content.length), content, padding]);
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The chunk in which FFmpeg's library names itself. */
export const lavfChunk = toChunk(
  'LIST',
  Buffer.concat([Buffer.from('INFO'), toChunk('ISFT', Buffer.from('Lavf61.7.100\0'))]),
);

/** The vendor's format: 16 bits, mono. */
const sampleRateHz = 24_000;
const charactersPerSecond = 15;
const longestSeconds = 20;

/** For a second of sound, by the vendor's price list. */
const tokensPerSecond = 25;

export interface SpokenTone {
  /** 16-bit samples, little-endian. */
  readonly pcm: Buffer;
  readonly tokens: number;
}

/** A tone about as long as the text would take, up to a limit. */
export function speakAsPcm(text: string, hz: number): SpokenTone {
  const seconds = Math.min(longestSeconds, Math.max(0.5, text.length / charactersPerSecond));
  const pcm = makeTone(hz, seconds);
  return { pcm, tokens: Math.ceil(seconds * tokensPerSecond) };
}

export function makeTone(hz: number, seconds: number, volume = 0.4): Buffer {
  const pcm = Buffer.alloc(2 * Math.round(seconds * sampleRateHz));
  for (let at = 0; at < pcm.length / 2; at += 1)
    pcm.writeInt16LE(Math.round(volume * 32_767 * Math.sin((2 * Math.PI * hz * at) / sampleRateHz)), at * 2);
  return pcm;
}

export interface WavOptions {
  readonly rate?: number;
  readonly channels?: number;
  readonly hasProvenance?: boolean;
}

/** A WAV with the vendor's `C2PA` provenance chunk behind its samples. */
export function toWav(
  pcm: Buffer,
  { rate = sampleRateHz, channels = 1, hasProvenance = true }: WavOptions = {},
): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * 2, 8);
  format.writeUInt16LE(channels * 2, 12);
  format.writeUInt16LE(16, 14);
  const chunks = [toChunk('fmt ', format), toChunk('data', pcm)];
  // An odd length, which needs padding, and bytes that would be loud as samples.
  if (hasProvenance) chunks.push(toChunk('C2PA', Buffer.alloc(5001, 0x7f)));
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return toChunk('RIFF', body);
}

function toChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Pieces may end within a sample, as the vendor's do. */
export function cutIntoPieces(pcm: Buffer, count = 7): Buffer[] {
  const length = Math.ceil(pcm.length / count) | 1;
  return Array.from({ length: Math.ceil(pcm.length / length) }, (_, at) =>
    pcm.subarray(at * length, (at + 1) * length),
  );
}

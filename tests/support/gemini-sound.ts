/** As the vendor's models speak: 16 bits, mono. */
const sampleRateHz = 24_000;
const charactersPerSecond = 15;
const longestSeconds = 20;

/** Of a second of sound by the vendor's page on prices. */
const tokensPerSecond = 25;

export interface SpokenTone {
  /** Samples of 16 bits, the low byte first. */
  readonly pcm: Buffer;
  readonly tokens: number;
}

/** A tone that lasts about as long as the text would, up to a bound. */
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

/** A WAV with the vendor's `C2PA` chunk behind its samples, which says who made it. */
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
  // Of an odd length, so that it is padded, and with bytes that would be loud.
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

/** As the vendor sends samples: in pieces that may end within one. */
export function cutIntoPieces(pcm: Buffer, count = 7): Buffer[] {
  const length = Math.ceil(pcm.length / count) | 1;
  return Array.from({ length: Math.ceil(pcm.length / length) }, (_, at) =>
    pcm.subarray(at * length, (at + 1) * length),
  );
}

/**
 * The information frame that LAME puts before the sound of an mp3: how many samples of silence the coding added.
 * Layout: http://gabriel.mp3-tech.org/mp3infotag.html and the MPEG-1/2 layer III frame header.
 */

/** Samples that an mp3 decoder itself is late. */
const decoderDelay = 529;
/** Samples that LAME is late; other encoders in use are at most as late. */
export const encoderDelay = 576;
/** The silence before the sound, where nothing else is said. */
export const usualLeadIn = encoderDelay + decoderDelay;

const headerBytes = 4;
const kilobitsMpeg1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobitsMpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const baseRates = [44_100, 48_000, 32_000];

/** What the information frame says of the silence around the sound, in samples of the decoded sound. */
export interface CodingSilence {
  readonly leadIn: number;
  /** Absent where the encoder did not know the end when it wrote the frame. */
  readonly tail: number | undefined;
}

/**
 * An information frame for sound that is not finished: players cut the lead-in away and learn that the bit rate is constant,
 * so that they show the right length.
 * @param bitrate bits a second, one of those that layer III has
 */
export function makeInfoFrame(sampleRateHz: number, bitrate: number): Uint8Array<ArrayBuffer> {
  const halvings = [1, 2, 4].findIndex(divisor => baseRates.includes(sampleRateHz * divisor));
  const rateIndex = baseRates.indexOf(sampleRateHz * 2 ** halvings);
  const isMpeg1 = halvings === 0;
  const bitrateIndex = (isMpeg1 ? kilobitsMpeg1 : kilobitsMpeg2).indexOf(bitrate / 1000);
  if (halvings < 0 || bitrateIndex < 1)
    throw new RangeError(`No mp3 of ${sampleRateHz} Hz and ${bitrate} bit/s`);

  const frame = new Uint8Array(Math.floor(((isMpeg1 ? 144 : 72) * bitrate) / sampleRateHz));
  const version = [3, 2, 0][halvings] ?? 0;
  // Sync, version, layer III, no checksum; bit rate and sample rate, no padding; one channel.
  frame.set([0xff, 0xe0 | (version << 3) | 0b011, (bitrateIndex << 4) | (rateIndex << 2), 0xc0]);
  const tagAt = headerBytes + (isMpeg1 ? 17 : 9);
  frame.set(new TextEncoder().encode('Info'), tagAt);
  // No flags: neither the number of frames nor the size is known yet. So the LAME part follows at once.
  const lameAt = tagAt + 8;
  frame.set(new TextEncoder().encode('LAME3.100'), lameAt);
  frame[lameAt + 9] = 0x01; // constant bit rate
  frame[lameAt + 20] = Math.min(255, bitrate / 1000);
  writeDelays(frame, lameAt + 21, encoderDelay, 0);
  return frame;
}

function writeDelays(frame: Uint8Array, at: number, delay: number, padding: number): void {
  frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], at);
}

/**
 * Reads the information frame at the start of an mp3.
 * @param start the first bytes of the mp3, without ID3 tags; a whole frame of them
 * @returns `undefined` where there is none, or none that tells
 */
export function readCodingSilence(start: Uint8Array): CodingSilence | undefined {
  if (start[0] !== 0xff || ((start[1] ?? 0) & 0xe0) !== 0xe0) return undefined;
  const isMpeg1 = (((start[1] ?? 0) >> 3) & 3) === 3;
  const isMono = (start[3] ?? 0) >> 6 === 3;
  const sideBytes = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const tagAt = headerBytes + sideBytes;
  if (!/^(Xing|Info)$/.test(readText(start, tagAt, 4))) return undefined;
  const flags = start[tagAt + 7] ?? 0;
  const fields = (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const lameAt = tagAt + 8 + fields;
  if (start.length < lameAt + 24 || !/^L(AME|av)/.test(readText(start, lameAt, 4))) return undefined;
  const [high = 0, middle = 0, low = 0] = start.subarray(lameAt + 21, lameAt + 24);
  const delay = (high << 4) | (middle >> 4);
  const padding = ((middle & 15) << 8) | low;
  return {
    leadIn: delay + decoderDelay,
    tail: padding === 0 ? undefined : Math.max(0, padding - decoderDelay),
  };
}

/** Where the sound begins behind an ID3v2 tag (https://id3.org/id3v2.4.0-structure); 0 without one. */
export function getId3Bytes(start: Uint8Array): number {
  if (readText(start, 0, 3) !== 'ID3' || start.length < 10) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = start.subarray(6, 10);
  const footer = (start[5] ?? 0) & 0x10 ? 10 : 0;
  return 10 + footer + ((a << 21) | (b << 14) | (c << 7) | d);
}

function readText(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

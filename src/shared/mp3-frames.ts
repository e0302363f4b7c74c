import { joinArrays } from './join-arrays.ts';

/** kbit/s by index in a frame header, layer III (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3). */
const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Hz by index, for MPEG 1; half of it for 2, a quarter for 2.5. */
const ratesHz = [44_100, 48_000, 32_000];
export const mp3HeaderBytes = 4;
export const id3HeaderBytes = 10;
/** https://wiki.hydrogenaud.io/index.php?title=APE_Tags_Header */
export const apeHeaderBytes = 32;

export interface Mp3Frame {
  readonly rateHz: number;
  readonly samples: number;
  readonly bytes: number;
  /** Bytes of side information after the header. */
  readonly sideBytes: number;
}

/** Parses the frames of an mp3 stream, whose bytes the result takes. `noteFrame` gets each and its place in the stream. */
export function createMp3FrameReader(
  noteFrame: (frame: Mp3Frame, atByte: number) => void,
): (bytes: Uint8Array) => void {
  let held: Uint8Array = new Uint8Array();
  let heldFrom = 0;
  let skipBytes = 0;
  return bytes => {
    const all = held.length > 0 ? joinArrays(Uint8Array, [held, bytes]) : bytes;
    let at = skipBytes;
    while (at + id3HeaderBytes <= all.length) {
      const start = all.subarray(at, at + id3HeaderBytes);
      const frame = readMp3Header(start);
      if (frame) noteFrame(frame, heldFrom + at);
      at += frame?.bytes ?? (getId3Bytes(start) || 1);
      // Only 0xFF and the I of ID3 begin something.
      while (!frame && at < all.length && all[at] !== 0xff && all[at] !== 0x49) at += 1;
    }
    skipBytes = Math.max(0, at - all.length);
    held = all.slice(at);
    heldFrom += all.length - held.length;
  };
}

/** @returns undefined if no layer III frame begins here */
export function readMp3Header([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array):
  | Mp3Frame
  | undefined {
  const version = (second >> 3) & 3;
  // All eleven sync bits, layer III, and no reserved version.
  if (first !== 0xff || second < 0xe0 || (second & 0x06) !== 0x02 || version === 1) return undefined;
  const isMpeg1 = version === 3;
  const isMono = fourth >> 6 === 3;
  const rateHz = (ratesHz[(third >> 2) & 3] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const kbits = (isMpeg1 ? kilobits.mpeg1 : kilobits.mpeg2)[third >> 4] ?? 0;
  if (rateHz === 0 || kbits === 0) return undefined;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  const bytes = Math.floor(((samples / 8) * kbits * 1000) / rateHz) + padding;
  const sideBytes = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return { rateHz, samples, bytes, sideBytes };
}

/** The header of a frame, without checksum or padding. @throws RangeError for values that layer III does not have */
export function makeMp3Header(
  rateHz: number,
  bitrate: number,
  channelCount: 1 | 2 = 1,
): Uint8Array<ArrayBuffer> {
  const halvings = [1, 2, 4].findIndex(divisor => ratesHz.includes(rateHz * divisor));
  const rateIndex = ratesHz.indexOf(rateHz * 2 ** halvings);
  const bitrateIndex = (halvings === 0 ? kilobits.mpeg1 : kilobits.mpeg2).indexOf(bitrate / 1000);
  if (halvings < 0 || bitrateIndex < 1) throw new RangeError(`No mp3 of ${rateHz} Hz and ${bitrate} bit/s`);
  const version = [3, 2, 0][halvings] ?? 0;
  const mode = channelCount === 1 ? 0xc0 : 0;
  return Uint8Array.of(0xff, 0xe0 | (version << 3) | 0b011, (bitrateIndex << 4) | (rateIndex << 2), mode);
}

/** Length of an ID3v2 tag at the start (https://id3.org/id3v2.4.0-structure); 0 without one. */
export function getId3Bytes(start: Uint8Array): number {
  const isTag = start[0] === 0x49 && start[1] === 0x44 && start[2] === 0x33;
  if (!isTag || start.length < id3HeaderBytes) return 0;
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = start.subarray(5);
  const footerBytes = flags & 0x10 ? id3HeaderBytes : 0;
  return id3HeaderBytes + footerBytes + ((a << 21) | (b << 14) | (c << 7) | d);
}

/** Length of a tag that begins here, at either end of a sound or between sounds that were joined; 0 without one. */
export function getTagBytes(start: Uint8Array): number {
  const name = String.fromCharCode(...start.subarray(0, 8));
  if (name.startsWith('TAG')) return 128;
  if (name !== 'APETAGEX' || start.length < apeHeaderBytes) return getId3Bytes(start);
  return apeHeaderBytes + new DataView(start.buffer, start.byteOffset).getUint32(12, true);
}

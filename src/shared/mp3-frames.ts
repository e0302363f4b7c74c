import { joinArrays } from './join-arrays.ts';

/** kbit/s by the index in a frame's header, layer III (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3). */
const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Hz by the index, for MPEG 1; half of it for 2, a quarter for 2.5. */
const ratesHz = [44_100, 48_000, 32_000];
const headerBytes = 4;
const id3Bytes = 10;
/** Header, checksum and the longest side information: what is known of a frame before its sound. */
const startBytes = headerBytes + 2 + 32;

/** What the header of a frame of layer III says. */
export interface Mp3Frame {
  readonly isMpeg1: boolean;
  readonly isMono: boolean;
  readonly hasChecksum: boolean;
  readonly rateHz: number;
  readonly samples: number;
  readonly bytes: number;
}

/** Goes through the frames of an mp3 while its bytes pass by; whatever stands between them is passed over. */
export interface Mp3FrameReader {
  add(bytes: Uint8Array): void;
}

/** @param noteFrame gets each frame and its first bytes: header, checksum and side information */
export function createMp3FrameReader(
  noteFrame: (frame: Mp3Frame, start: Uint8Array) => void,
): Mp3FrameReader {
  let held: Uint8Array = new Uint8Array();
  let skipBytes = 0;

  function step(bytes: Uint8Array): number {
    if (bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x33)
      return bytes.length < id3Bytes ? 0 : id3Bytes + readId3Size(bytes);
    const frame = readHeader(bytes);
    if (!frame) return 1;
    if (bytes.length < Math.min(startBytes, frame.bytes)) return 0;
    noteFrame(frame, bytes);
    return frame.bytes;
  }

  return {
    add(bytes) {
      const all = held.length > 0 ? joinArrays(Uint8Array, [held, bytes]) : bytes;
      let at = skipBytes;
      while (at + headerBytes <= all.length) {
        const length = step(all.subarray(at, at + startBytes));
        if (length === 0) break;
        at += length;
      }
      skipBytes = Math.max(0, at - all.length);
      held = all.slice(at);
    },
  };
}

function readHeader([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): Mp3Frame | undefined {
  const version = (second >> 3) & 3;
  // All eleven bits of the mark, layer III, and no version that is kept for later.
  if (first !== 0xff || second < 0xe0 || (second & 0x06) !== 0x02 || version === 1) return undefined;
  const isMpeg1 = version === 3;
  const rateHz = (ratesHz[(third >> 2) & 3] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const kbits = (isMpeg1 ? kilobits.mpeg1 : kilobits.mpeg2)[third >> 4] ?? 0;
  if (rateHz === 0 || kbits === 0) return undefined;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  return {
    isMpeg1,
    isMono: fourth >> 6 === 3,
    hasChecksum: (second & 1) === 0,
    rateHz,
    samples,
    bytes: Math.floor(((samples / 8) * kbits * 1000) / rateHz) + padding,
  };
}

/** Four times seven bits. */
function readId3Size([, , , , , , a = 0, b = 0, c = 0, d = 0]: Uint8Array): number {
  return (a << 21) | (b << 14) | (c << 7) | d;
}

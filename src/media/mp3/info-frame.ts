import { makeMp3Header, mp3HeaderBytes, readMp3Header } from '#shared/mp3-frames.ts';

/**
 * LAME's information frame before the sound of an mp3 states how many samples of silence encoding added. Layout:
 * http://gabriel.mp3-tech.org/mp3infotag.html
 */

/** Delay of an mp3 decoder in samples. */
const decoderDelay = 529;
/** LAME's delay in samples; other current encoders have at most this. */
const encoderDelay = 576;
/** Silence before the sound, unless stated otherwise. */
export const usualLeadIn = encoderDelay + decoderDelay;

/** Silence around the sound by the information frame, in decoded samples. */
export interface CodingSilence {
  readonly leadIn: number;
  /** Undefined if the encoder did not know the end when it wrote the frame. */
  readonly tail: number | undefined;
}

/** For unfinished sound: players cut the lead-in, and show the right duration for a constant bit rate. @param bitrate a second */
export function makeInfoFrame(
  sampleRateHz: number,
  bitrate: number,
  channelCount: 1 | 2 = 1,
): Uint8Array<ArrayBuffer> {
  const header = makeMp3Header(sampleRateHz, bitrate, channelCount);
  const { bytes = 0, sideBytes = 0 } = readMp3Header(header) ?? {};
  const frame = new Uint8Array(bytes);
  frame.set(header);
  const tagAt = mp3HeaderBytes + sideBytes;
  frame.set(new TextEncoder().encode('Info'), tagAt);
  // No flags: number of frames and size are unknown, so the LAME part follows directly.
  const lameAt = tagAt + 8;
  frame.set(new TextEncoder().encode('LAME3.100'), lameAt);
  frame[lameAt + 9] = 0x01; // constant bit rate
  frame[lameAt + 20] = Math.min(255, bitrate / 1000);
  frame.set([encoderDelay >> 4, (encoderDelay & 15) << 4], lameAt + 21);
  return frame;
}

/** @returns the byte of the frame where its information begins */
export function findInfoTag(frame: Uint8Array): number | undefined {
  const header = readMp3Header(frame);
  if (!header) return undefined;
  const tagAt = mp3HeaderBytes + header.sideBytes;
  return /^(Xing|Info)$/.test(readText(frame, tagAt, 4)) ? tagAt : undefined;
}

/** @param start a whole frame, without ID3 tags @returns undefined without the frame or the value */
export function readCodingSilence(start: Uint8Array): CodingSilence | undefined {
  const tagAt = findInfoTag(start);
  if (tagAt === undefined) return undefined;
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

function readText(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

import { joinArrays } from '#shared/join-arrays.ts';

/** The boxes of which MP4 files are made (ISO/IEC 14496-12): a length, four letters, and what is in them. */

/** The length and the letters before what is in a box. */
export const boxHeadBytes = 8;

export interface Box {
  readonly kind: string;
  /** What is in it: a part of the bytes that it was found in, not a copy. */
  readonly content: Uint8Array;
}

export function makeBox(kind: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = content.reduce((sum, { length }) => sum + length, boxHeadBytes);
  return joinBytes([number32(bytes), new TextEncoder().encode(kind), ...content]);
}

/** The boxes that follow on each other, up to one whose length says nothing. */
export function listBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + boxHeadBytes <= bytes.length; ) {
    const length = readNumber32(bytes, at);
    if (length < boxHeadBytes) break;
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + boxHeadBytes));
    boxes.push({ kind, content: bytes.subarray(at + boxHeadBytes, at + length) });
    at += length;
  }
  return boxes;
}

/** What is in the first box of a kind, or in the first of a kind within it, and so on; undefined where there is none. */
export function findBox(bytes: Uint8Array, ...kinds: readonly string[]): Uint8Array | undefined {
  let content: Uint8Array | undefined = bytes;
  for (const wanted of kinds)
    content = content && listBoxes(content).find(({ kind }) => kind === wanted)?.content;
  return content;
}

export function number16(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value >> 8, value);
}

export function number32(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** @param value whole, as large as a number can be without losing its last digit */
export function number64(value: number): Uint8Array<ArrayBuffer> {
  return joinBytes([number32(Math.floor(value / 2 ** 32)), number32(value % 2 ** 32)]);
}

export function readNumber32(bytes: Uint8Array, at: number): number {
  return viewOf(bytes).getUint32(at);
}

export function readNumber64(bytes: Uint8Array, at: number): number {
  return readNumber32(bytes, at) * 2 ** 32 + readNumber32(bytes, at + 4);
}

/** A number that may be less than 0. */
export function readSigned32(bytes: Uint8Array, at: number): number {
  return viewOf(bytes).getInt32(at);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(joinArrays<Uint8Array>(Uint8Array, pieces));
}

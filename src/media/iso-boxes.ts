import { joinArrays } from '#shared/join-arrays.ts';

/** The boxes of which MP4 files are made (ISO/IEC 14496-12): a length, four letters, and what is in them. */

export function makeBox(kind: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = joinBytes(content);
  return joinBytes([number32(bytes.length + 8), new TextEncoder().encode(kind), bytes]);
}

/** The first box of a kind: where what is in it begins and ends; undefined where there is none. */
export function findBox(
  bytes: Uint8Array,
  kind: string,
): { readonly start: number; readonly end: number } | undefined {
  const letters = [...kind].map(letter => letter.charCodeAt(0));
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = readNumber32(bytes, at);
    if (letters.every((letter, index) => bytes[at + 4 + index] === letter))
      return { start: at + 8, end: at + length };
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
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
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(joinArrays<Uint8Array>(Uint8Array, pieces));
}

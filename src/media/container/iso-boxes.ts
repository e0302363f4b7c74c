import { CodedError } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import type { FileBytes } from './video-file.ts';

/** Boxes of MP4 files (ISO/IEC 14496-12): length, four letters, content. */

/** Length and letters. */
export const boxHeadBytes = 8;
/** The index of four hours at 240 pictures a second takes half of it. */
const maxIndexBytes = 128 * 1024 ** 2;

export interface Box {
  readonly kind: string;
  /** A view of the given bytes, not a copy. */
  readonly content: Uint8Array;
}

export function makeBox(kind: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = content.reduce((sum, { length }) => sum + length, boxHeadBytes);
  return joinBytes([number32(bytes), new TextEncoder().encode(kind), ...content]);
}

/**
 * Reads the index of an MP4 or MOV file: the content of its box `moov`.
 * @returns undefined for other files, and without an index
 * @throws CodedError `invalid_video` if it is larger than that of any video
 */
export async function readMovieIndex(file: FileBytes): Promise<Uint8Array | undefined> {
  for (let start = 0; start + boxHeadBytes <= file.size; ) {
    const bytes = await file.read(start, Math.min(start + 2 * boxHeadBytes, file.size));
    const head = readBoxHead(bytes, 0);
    if (!head) return undefined;
    if (head.kind === 'moov') {
      if (head.end > maxIndexBytes)
        throw new CodedError('invalid_video', { message: fill(videoMessages.indexTooLarge) });
      return file.read(start + head.contentAt, Math.min(start + head.end, file.size));
    }
    start += head.end;
  }
  return undefined;
}

/** Consecutive boxes, up to one with an invalid length. */
export function listBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let head = readBoxHead(bytes, 0); head; head = readBoxHead(bytes, head.end))
    boxes.push({ kind: head.kind, content: bytes.subarray(head.contentAt, head.end) });
  return boxes;
}

/** @returns undefined where no box starts */
export function readBoxHead(bytes: Uint8Array, at: number) {
  if (at + boxHeadBytes > bytes.length) return undefined;
  const isLong = readNumber32(bytes, at) === 1;
  const contentAt = at + (isLong ? 2 : 1) * boxHeadBytes;
  if (contentAt > bytes.length) return undefined;
  const length = isLong ? readNumber64(bytes, at + boxHeadBytes) : readNumber32(bytes, at);
  if (at + length < contentAt) return undefined;
  const kind = String.fromCharCode(...bytes.subarray(at + 4, at + boxHeadBytes));
  return { kind, contentAt, end: at + length };
}

/** Content of the first box of a kind, or of nested kinds; undefined if there is none. */
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

/** @param value a safe integer */
export function number64(value: number): Uint8Array<ArrayBuffer> {
  return joinBytes([number32(Math.floor(value / 2 ** 32)), number32(value % 2 ** 32)]);
}

export function readNumber32(bytes: Uint8Array, at: number): number {
  return viewOf(bytes).getUint32(at);
}

export function readNumber64(bytes: Uint8Array, at: number): number {
  return readNumber32(bytes, at) * 2 ** 32 + readNumber32(bytes, at + 4);
}

export function readSigned32(bytes: Uint8Array, at: number): number {
  return viewOf(bytes).getInt32(at);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(joinArrays<Uint8Array>(Uint8Array, pieces));
}

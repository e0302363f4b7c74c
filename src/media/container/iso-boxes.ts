import { refuse } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { videoMessages } from '#shared/messages/video.ts';
import type { FileBytes } from './video-file.ts';

/** Boxes of MP4 files (ISO/IEC 14496-12): length, four letters, content. */

/** Length and letters, of Latin-1. */
export const boxHeadBytes = 8;
/** The index of four hours at 240 pictures a second takes half of it. */
const maxIndexBytes = 128 * 1024 ** 2;

/** Of 1970: times are seconds since 1904. */
export const epochSeconds = 2_082_844_800;

export interface Box {
  readonly kind: string;
  /** A view of the given bytes, not a copy. */
  readonly content: Uint8Array;
}

export function makeBox(kind: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = content.reduce((sum, { length }) => sum + length, boxHeadBytes);
  return joinBytes([number32(bytes), Uint8Array.from(kind, letter => letter.charCodeAt(0)), ...content]);
}

/** Far more than a file has that is not fragmented. */
const maxFileBoxes = 1000;

export async function* listFileBoxes(file: FileBytes) {
  let at = 0;
  for (let count = 0; count < maxFileBoxes && at + boxHeadBytes <= file.size; count++) {
    const head = readBoxHead(await file.read(at, Math.min(at + 2 * boxHeadBytes, file.size)), 0);
    if (!head) return;
    const end = Math.min(at + head.end, file.size);
    yield { kind: head.kind, at, start: at + head.contentAt, end };
    at = end;
  }
}

/** @returns undefined for other files, and without an index @throws CodedError `invalid_video` if it is larger than any video's */
export async function readMovieIndex(file: FileBytes): Promise<Uint8Array | undefined> {
  for await (const { kind, start, end } of listFileBoxes(file)) {
    if (kind !== 'moov') continue;
    if (end - start > maxIndexBytes) throw refuse('invalid_video', videoMessages.indexTooLarge);
    return file.read(start, end);
  }
  return undefined;
}

/** Of extensions, which are boxes `uuid`: XMP packets (XMP Specification, part 3) and manifests of C2PA. */
export const extensionIds = {
  xmp: readHex('be7acfcb97a942e89c71999491e3afac'),
  manifest: readHex('d8fec3d61b0e483c92975828877ec481'),
} as const;

function readHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

/** The place of an extension's content, after its id; undefined if there is none. */
export async function findExtension(file: FileBytes, id: Uint8Array) {
  for await (const { kind, start, end } of listFileBoxes(file)) {
    if (kind !== 'uuid') continue;
    const contentAt = Math.min(start + id.length, end);
    const found = await file.read(start, contentAt);
    if (id.every((byte, at) => byte === found[at])) return { start: contentAt, end };
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
function readBoxHead(bytes: Uint8Array, at: number) {
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

/** The letters of a handler (`hdlr`), which say what a track or metadata is. */
export function readHandler(content: Uint8Array = new Uint8Array()): string {
  return String.fromCharCode(...content.subarray(8, 12));
}

/** Version 1 has 64-bit times before its timescale. */
export function readScale(header: Uint8Array): number {
  return readNumber32(header, header[0] === 1 ? 20 : 12);
}

/** Of a track, in ISO 639-2/T. @param header `mdhd` */
export function readLanguage(header: Uint8Array): string {
  const packed = readNumber32(header, header[0] === 1 ? 32 : 20) >>> 16;
  return String.fromCharCode(...[10, 5, 0].map(shift => ((packed >> shift) & 31) + 0x60));
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

export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(joinArrays<Uint8Array>(Uint8Array, pieces));
}

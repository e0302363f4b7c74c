import type { SignedContainer, SigningRequest } from '#shared/api/content-credentials.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getId3Bytes, id3HeaderBytes } from '#shared/mp3-frames.ts';
import {
  boxHeadBytes,
  encodeText,
  extensionIds,
  findBox,
  joinBytes,
  listBoxes,
  listFileBoxes,
  makeBox,
  number32,
  number64,
  readNumber32,
  readNumber64,
} from '../container/iso-boxes.ts';
import type { FileBytes, FilePiece, VideoFile } from '../container/video-file.ts';
import { frameHeadBytes, makeFrameHead } from '../marks/write-marks.ts';

/** Where C2PA 2.2 (appendix A) puts a manifest store, and what of a file is hashed. */
interface Place {
  readonly storeAt: number;
  /** What else is written into the file. */
  readonly pieces: readonly FilePiece[];
  /** What is hashed, in order: bytes, or start and end of a part of the file. */
  readonly hashed: readonly (Uint8Array<ArrayBuffer> | readonly [number, number])[];
  readonly excluded?: SigningRequest['excluded'];
}

/** An object of ID3v2 (`GEOB`): an encoding, a media type, a name and a description, each ended by a zero. */
const objectHead = encodeText('\0application/c2pa\0c2pa\0c2pa manifest store\0');

/** The id of the box, a version, the purpose, and where Merkle trees are: nowhere. */
const boxContentHead = joinBytes([
  extensionIds.manifest,
  new Uint8Array(4),
  encodeText('manifest\0'),
  new Uint8Array(8),
]);

/** The room that a writer leaves in a file: at the end of a tag, after the first box, or none. */
export function countReservedBytes(container: SignedContainer, storeBytes: number): number {
  if (container === 'mp3') return frameHeadBytes + objectHead.length + storeBytes;
  return container === 'mp4' ? boxHeadBytes + boxContentHead.length + storeBytes : 0;
}

export type Hasher = { update(bytes: Uint8Array): unknown; digest(): Uint8Array };

export interface HashedFile extends Pick<SigningRequest, 'container' | 'hash' | 'excluded'> {
  readonly storeBytes: number;
}

interface SigningOptions {
  readonly container: SignedContainer;
  readonly storeBytes: number;
  readonly hasher: Hasher;
  readonly signal: AbortSignal;
  /** Signs the hash. @returns a manifest store of `storeBytes` */
  sign(hashed: HashedFile): Promise<Uint8Array>;
}

const readBytes = 4 * 1024 ** 2;

/**
 * Reads the file once, in pieces. @throws CodedError `unavailable` without room for the store; `client_closed`; errors of `sign`
 */
export async function signFile(file: FileBytes, options: SigningOptions): Promise<FilePiece[]> {
  const { container, storeBytes, hasher, signal, sign } = options;
  const find = { mp3: findFrame, wav: findChunk, mp4: findFreeBox }[container];
  const { storeAt, pieces, hashed, excluded } = await find(file, storeBytes);
  for (const part of hashed) {
    if (part instanceof Uint8Array) hasher.update(part);
    else
      for (let at = part[0]; at < part[1]; at += readBytes) {
        requireNotCancelled(signal);
        hasher.update(await file.read(at, Math.min(at + readBytes, part[1])));
      }
  }
  const hash = Array.from(hasher.digest(), byte => byte.toString(16).padStart(2, '0')).join('');
  const store = await sign({ container, storeBytes, hash, ...(excluded && { excluded }) });
  if (store.length !== storeBytes) throw new CodedError('provider_garbage');
  return [...pieces, { data: Uint8Array.from(store), position: storeAt }];
}

/** Whether a store of these bytes can stand there, where {@link signFile} puts it, and nothing else is left out. */
export function isPlace({ container, storeBytes, excluded }: Omit<HashedFile, 'hash'>): boolean {
  if (container === 'mp4' || !excluded) return container === 'mp4' && !excluded;
  const { start, length } = excluded;
  const end = start + length;
  // In a tag, whose length has 28 bits, behind the heads of tag, frame and object.
  const tagStart = id3HeaderBytes + countReservedBytes('mp3', 0);
  if (container === 'mp3')
    return length === storeBytes && start >= tagStart && end < 2 ** 28 + id3HeaderBytes;
  // With the head of its chunk, behind chunks that are padded and the file's own head; lengths have 32 bits.
  return length === 8 + storeBytes && start >= 44 && start % 2 === 0 && end < 2 ** 32 + 8;
}

/** The last frame of the tag, in place of zeros. */
async function findFrame(file: FileBytes, storeBytes: number): Promise<Place> {
  const tagBytes = getId3Bytes(await file.read(0, Math.min(id3HeaderBytes, file.size)));
  const reserved = countReservedBytes('mp3', storeBytes);
  const frameAt = tagBytes - reserved;
  if (frameAt < id3HeaderBytes || (await file.read(frameAt, tagBytes)).some(byte => byte !== 0))
    throw new CodedError('unavailable');
  const data = joinBytes([makeFrameHead('GEOB', objectHead.length + storeBytes), objectHead]);
  const start = tagBytes - storeBytes;
  return {
    storeAt: start,
    pieces: [{ data, position: frameAt }],
    hashed: [[0, frameAt], data, [tagBytes, file.size]],
    excluded: { start, length: storeBytes },
  };
}

/** The last chunk; the length of the file, which stands at its start, is hashed. */
async function findChunk(file: FileBytes, storeBytes: number): Promise<Place> {
  const head = joinBytes([encodeText('C2PA'), number32(storeBytes).reverse()]);
  const length = number32(file.size - 8 + head.length + storeBytes).reverse();
  return {
    storeAt: file.size + head.length,
    pieces: [
      { data: length, position: 4 },
      { data: head, position: file.size },
    ],
    hashed: [[0, 4], length, [8, file.size]],
    excluded: { start: file.size, length: head.length + storeBytes },
  };
}

/** The box after the first, in place of a free one. Each other box is hashed after its place. */
async function findFreeBox(file: FileBytes, storeBytes: number): Promise<Place> {
  const reserved = countReservedBytes('mp4', storeBytes);
  const hashed: (Uint8Array<ArrayBuffer> | readonly [number, number])[] = [];
  let boxAt: number | undefined;
  for await (const { kind, at, end } of listFileBoxes(file)) {
    if (kind === 'free' && end - at === reserved) boxAt ??= at;
    if (!['ftyp', 'free', 'skip', 'mfra'].includes(kind)) hashed.push(number64(at), [at, end]);
  }
  if (boxAt === undefined) throw new CodedError('unavailable');
  const data = joinBytes([number32(reserved), encodeText('uuid'), boxContentHead]);
  return { storeAt: boxAt + data.length, pieces: [{ data, position: boxAt }], hashed };
}

/** Leaves room for a manifest store after the first box of an MP4. The writer need not know but for its index: {@link moveChunks}. */
export function reserveRoom(
  file: VideoFile,
  storeBytes: number,
): VideoFile & { readonly movedBytes: number } {
  // The free box that `signFile` replaces.
  const room = makeBox('free', new Uint8Array(countReservedBytes('mp4', storeBytes) - boxHeadBytes));
  let headBytes: number | undefined;
  return {
    movedBytes: room.length,
    async write(data, position) {
      if (headBytes === undefined) {
        headBytes = readNumber32(data, 0);
        await file.write(room, headBytes);
      }
      const before = Math.min(data.length, Math.max(0, headBytes - position));
      if (before > 0) await file.write(data.subarray(0, before), position);
      if (before < data.length) await file.write(data.subarray(before), position + before + room.length);
    },
    keep: () => file.keep(),
    discard: () => file.discard(),
  };
}

/** Adds to all places in the index of an MP4. @throws CodedError `too_large` where one no longer fits into its 32 bits */
export function moveChunks(content: Uint8Array, bytes: number): void {
  for (const { kind, content: track } of listBoxes(content)) {
    const tables = kind === 'trak' && findBox(track, 'mdia', 'minf', 'stbl');
    if (!tables) continue;
    for (const table of listBoxes(tables)) {
      if (table.kind !== 'stco' && table.kind !== 'co64') continue;
      const width = table.kind === 'stco' ? 4 : 8;
      for (let at = 8; at + width <= table.content.length; at += width) {
        const read = width === 4 ? readNumber32 : readNumber64;
        const place = read(table.content, at) + bytes;
        if (width === 4 && place >= 2 ** 32) throw new CodedError('too_large');
        table.content.set(width === 4 ? number32(place) : number64(place), at);
      }
    }
  }
}

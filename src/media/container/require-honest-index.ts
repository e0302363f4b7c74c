import { CodedError } from '#shared/errors.ts';
import { requirePlainEdits } from './require-plain-edits.ts';

/** A file that bytes can be read from, in a browser or on a disk. */
export interface FileBytes {
  readonly size: number;
  /** @param end at most `size` */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** The index of four hours at 240 pictures a second takes half of it. */
const maxIndexBytes = 128 * 1024 ** 2;
const boxHeaderBytes = 8;
/** Boxes of boxes that the reader looks into, at whatever place they stand. */
const containers: ReadonlySet<string> = new Set('trak mdia minf dinf edts sinf schi stbl mvex'.split(' '));

/** A box of an MP4 file: its name and where its content lies. */
interface Box {
  readonly name: string;
  readonly contentStart: number;
  readonly end: number;
}

/**
 * Makes sure that the index of an MP4 or MOV file lists no more pictures than the file has bytes. Some of its entries
 * stand for a number of pictures each, up to four billion, and the reader takes a step for every one. Files of other
 * kinds pass: all their entries are bytes. Edits that our reader does not follow are refused, too.
 *
 * @throws CodedError `invalid_video` for an index that claims more, or that is larger than any video's; as `requirePlainEdits`
 */
export async function requireHonestIndex(file: FileBytes): Promise<void> {
  const index = await readMovieIndex(file);
  if (!index) return;
  for (const track of listBoxes(index, { contentStart: 0, end: index.byteLength })) {
    if (track.name === 'trak') requireHonestTrack(index, track, file.size);
  }
  await requirePlainEdits(new Uint8Array(index.buffer, index.byteOffset, index.byteLength));
}

/** @returns the content of the box `moov`; `undefined` in files of other kinds, and where there is none */
export async function readMovieIndex(file: FileBytes): Promise<DataView | undefined> {
  for (let start = 0; start + boxHeaderBytes <= file.size; ) {
    const header = toView(await file.read(start, Math.min(start + 2 * boxHeaderBytes, file.size)));
    const box = readBox(header, 0);
    if (!box) return undefined;
    if (box.name === 'moov') {
      if (box.end > maxIndexBytes)
        throw new CodedError('invalid_video', { message: 'The index of this video is larger than we read.' });
      return toView(await file.read(start + box.contentStart, Math.min(start + box.end, file.size)));
    }
    start += box.end;
  }
  return undefined;
}

function requireHonestTrack(index: DataView, track: Box, fileBytes: number): void {
  let reordered = 0;
  let timed = 0;
  let inLargestChunk = 0;
  for (const table of listTables(index, track)) {
    if (table.name === 'ctts') reordered += countPictures(index, table);
    if (table.name === 'stts') timed += countPictures(index, table);
    if (table.name === 'stsc') inLargestChunk = Math.max(inLargestChunk, findLargestChunk(index, table));
  }
  // Only where pictures are shown in another order than they are coded is each of them listed. Sound may have more.
  const listed = Math.max(inLargestChunk, reordered, reordered > 0 ? timed : 0);
  if (listed > fileBytes) {
    throw new CodedError('invalid_video', {
      message: 'The index of this video lists more pictures than the file can hold. It may be damaged.',
    });
  }
}

/** The sum of the counts in a table of (count, value) pairs. */
function countPictures(view: DataView, table: Box): number {
  let pictures = 0;
  for (const at of listEntries(view, table, 8)) pictures += view.getUint32(at);
  return pictures;
}

/** The most pictures of a chunk: entries are the first chunk, its pictures, and their description. */
function findLargestChunk(view: DataView, table: Box): number {
  let largest = 0;
  for (const at of listEntries(view, table, 12)) largest = Math.max(largest, view.getUint32(at + 4));
  return largest;
}

/** Where the entries of a table lie, as many as it says and as really fit. */
function* listEntries(view: DataView, { contentStart, end }: Box, entryBytes: number): Generator<number> {
  const first = contentStart + 8;
  if (first > end) return;
  const count = Math.min(view.getUint32(contentStart + 4), Math.floor((end - first) / entryBytes));
  for (let entry = 0; entry < count; entry++) yield first + entry * entryBytes;
}

/** What is no box of boxes, at any depth. */
function* listTables(view: DataView, outer: Box): Generator<Box> {
  const open = [outer];
  for (let box = open.pop(); box; box = open.pop()) {
    if (!containers.has(box.name)) yield box;
    else open.push(...listBoxes(view, box));
  }
}

function* listBoxes(view: DataView, { contentStart, end }: Omit<Box, 'name'>): Generator<Box> {
  for (let start = contentStart; start + boxHeaderBytes <= end; ) {
    const box = readBox(view, start);
    if (!box || box.end > end) return;
    yield box;
    start = box.end;
  }
}

/** @returns `undefined` where no box begins */
function readBox(view: DataView, start: number): Box | undefined {
  const shortBytes = view.getUint32(start);
  const isLong = shortBytes === 1;
  const contentStart = start + (isLong ? 2 : 1) * boxHeaderBytes;
  if (contentStart > view.byteLength) return undefined;
  const bytes = isLong ? Number(view.getBigUint64(start + boxHeaderBytes)) : shortBytes;
  if (start + bytes < contentStart) return undefined;
  const name = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + start + 4, 4));
  return { name, contentStart, end: start + bytes };
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

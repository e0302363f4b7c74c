import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { type Box, listBoxes, readMovieIndex } from './iso-boxes.ts';
import { requirePlainEdits } from './require-plain-edits.ts';
import type { FileBytes } from './video-file.ts';

/** Container boxes that mediabunny reads, at any depth. */
const containers: ReadonlySet<string> = new Set('trak mdia minf dinf edts sinf schi stbl mvex'.split(' '));

/**
 * Checks that the index of an MP4 or MOV file lists no more pictures than the file has bytes. One entry may stand for up to four
 * billion pictures, and the reader takes a step for each. Other files pass: their entries are bytes. Unsupported edit lists are
 * refused, too.
 * @throws CodedError `invalid_video` for an index that claims more; as `readMovieIndex` and `requirePlainEdits`
 */
export async function requireBoundedIndex(file: FileBytes): Promise<void> {
  const index = await readMovieIndex(file);
  if (!index) return;
  for (const box of listBoxes(index)) if (box.kind === 'trak') requireBoundedTrack(box, file.size);
  await requirePlainEdits(index);
}

function requireBoundedTrack(track: Box, fileBytes: number): void {
  let reordered = 0;
  let timed = 0;
  let inLargestChunk = 0;
  for (const { kind, content } of listTables(track)) {
    // Entries: a number of pictures, and their common value.
    if (kind === 'ctts') for (const [count] of listEntries(content, 2)) reordered += count;
    if (kind === 'stts') for (const [count] of listEntries(content, 2)) timed += count;
    // First chunk, pictures per chunk, description.
    if (kind === 'stsc')
      for (const [, count] of listEntries(content, 3)) inLargestChunk = Math.max(inLargestChunk, count);
  }
  // Only pictures displayed out of decoding order are listed one by one. Sound may have more.
  const listed = Math.max(inLargestChunk, reordered, reordered > 0 ? timed : 0);
  if (listed > fileBytes) {
    throw new CodedError('invalid_video', {
      message: fill(videoMessages.wrongIndex),
    });
  }
}

/** The first two numbers of each table entry that really fits. */
function* listEntries(
  table: Uint8Array,
  numbersPerEntry: number,
): Generator<[first: number, second: number]> {
  if (table.length < 8) return;
  const view = new DataView(table.buffer, table.byteOffset, table.length);
  const entryBytes = 4 * numbersPerEntry;
  const count = Math.min(view.getUint32(4), Math.floor((table.length - 8) / entryBytes));
  for (let entry = 0; entry < count; entry++) {
    const at = 8 + entry * entryBytes;
    yield [view.getUint32(at), view.getUint32(at + 4)];
  }
}

/** Leaf boxes at any depth. */
function* listTables(outer: Box): Generator<Box> {
  const open = [outer];
  for (let box = open.pop(); box; box = open.pop()) {
    if (containers.has(box.kind)) open.push(...listBoxes(box.content));
    else yield box;
  }
}

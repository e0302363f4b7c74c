import { CodedError } from '#shared/errors.ts';
import {
  findBox,
  listBoxes,
  number32,
  number64,
  readNumber32,
  readNumber64,
} from '../container/iso-boxes.ts';
import type { VideoFile } from '../container/video-file.ts';
import { makeFreeBox } from './place-manifest.ts';

/** An MP4 in which everything after the first box is moved. */
interface RoomyFile extends VideoFile {
  readonly movedBytes: number;
}

/** Leaves room for a manifest store after the first box of an MP4. The writer need not know but for its index: {@link moveChunks}. */
export function reserveRoom(file: VideoFile, storeBytes: number): RoomyFile {
  const room = makeFreeBox(storeBytes);
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

/**
 * Adds to all places of sound, pictures and texts in the index of an MP4.
 * @param content of its box `moov`, which is changed
 * @throws CodedError `too_large` where a place no longer fits into its 32 bits
 */
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

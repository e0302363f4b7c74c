import { StreamTarget, type StreamTargetChunk } from 'mediabunny';

export type VideoContainer = 'mp4' | 'webm' | 'mkv';

/** A readable file in a browser or on disk. */
export interface FileBytes {
  readonly size: number;
  /** @param end at most `size` */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes and their offset in a file. */
export interface FilePiece {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly position: number;
}

/** A file that is written in any order and appears, or replaces an older one, only when it is kept. */
export interface VideoFile {
  write(data: Uint8Array<ArrayBuffer>, position: number): Promise<void>;
  keep(): Promise<void>;
  /** Deletes it; no effect after `keep`. */
  discard(): Promise<void>;
}

/** Size of one write: large enough for a disk; mediabunny holds up to three. */
const chunkBytes = 2 * 1024 ** 2;

/** Target for mediabunny, which also closes it on cancelling and so must not keep the file itself. */
export function createTarget(file: VideoFile): StreamTarget {
  const stream = new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => file.write(data, position),
  });
  return new StreamTarget(stream, { chunked: true, chunkSize: chunkBytes });
}

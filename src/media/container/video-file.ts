import { StreamTarget, type StreamTargetChunk } from 'mediabunny';

/** What a narrated video is written as. */
export type VideoContainer = 'mp4' | 'webm' | 'mkv';

/** A file that bytes can be read from, in a browser or on a disk. */
export interface FileBytes {
  readonly size: number;
  /** @param end at most `size` */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes and where in a file they go. */
export interface FilePiece {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly position: number;
}

/** A file that is being written, in any order; until it is kept it is not there, or is as it was before. */
export interface VideoFile {
  write(data: Uint8Array<ArrayBuffer>, position: number): Promise<void>;
  /** It is whole now. */
  keep(): Promise<void>;
  /** Leaves nothing of it; does nothing once it is kept. */
  discard(): Promise<void>;
}

/** Written at once: large enough for a disk, and mediabunny keeps up to three of them. */
const chunkBytes = 2 * 1024 ** 2;

/** Where mediabunny writes: it closes what it writes to when it is cancelled, too, so that it may not keep the file itself. */
export function createTarget(file: VideoFile): StreamTarget {
  const stream = new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => file.write(data, position),
  });
  return new StreamTarget(stream, { chunked: true, chunkSize: chunkBytes });
}

import type { ReadLine, SeenThing } from '#engines/offline/recognition/recognised.ts';
import type { NoTask } from './decoding-task.ts';

export interface ObserveTask {
  readonly kind: 'observe';
  readonly jpeg: Uint8Array;
  /** Number of the image in error messages. */
  readonly number: number;
  readonly decodingSeconds: number;
}

export type RecognitionTask = ObserveTask | NoTask;

/** Something that could not be recognised in an image. */
export interface RecognitionFault {
  /** For a person; contains nothing of the image. */
  readonly sentence: string;
  /** Files are missing or damaged, so the next image will fail, too. Otherwise only this image failed. */
  readonly isLasting: boolean;
}

export interface RecognitionResult {
  /** As in `ObservedPicture`. */
  readonly square: Uint8Array;
  readonly things: readonly SeenThing[];
  readonly lines: readonly ReadLine[];
  readonly faults: readonly RecognitionFault[];
}

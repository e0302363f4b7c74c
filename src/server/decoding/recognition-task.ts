import type { ObservedPicture } from '#engines/offline/vision.ts';
import type { NoTask } from './decoding-task.ts';

export interface ObserveTask {
  readonly kind: 'observe';
  readonly jpeg: Uint8Array;
  /** What the picture is called in an error. */
  readonly place: string;
  readonly decodingSeconds: number;
}

/** What a recognising child is asked. */
export type RecognitionTask = ObserveTask | NoTask;

/** A picture, and sentences on what could not be looked for in it. */
export interface RecognitionResult extends ObservedPicture {
  readonly faults: readonly string[];
}

import type { ReadLine, SeenThing } from '#engines/offline/recognition/recognised.ts';
import type { NoTask } from './decoding-task.ts';

export interface ObserveTask {
  readonly kind: 'observe';
  readonly jpeg: Uint8Array;
  /** What the picture is called in an error. */
  readonly number: number;
  readonly decodingSeconds: number;
}

/** What a recognising child is asked. */
export type RecognitionTask = ObserveTask | NoTask;

/** What could not be looked for in a picture. */
export interface RecognitionFault {
  /** For a person; holds nothing of the picture. */
  readonly sentence: string;
  /** The next picture will fare no better: files are missing or damaged. Otherwise this picture was too much. */
  readonly isLasting: boolean;
}

export interface RecognitionResult {
  /** As `ObservedPicture` has it. */
  readonly square: Uint8Array;
  readonly things: readonly SeenThing[];
  readonly lines: readonly ReadLine[];
  readonly faults: readonly RecognitionFault[];
}

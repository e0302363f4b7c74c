import type { PackagedFile } from './packaged-file.ts';
import type { PrintLimits } from './read-picture.ts';
import type { ReadLine, RgbPicture } from './recognised.ts';

export interface PrintWorkerData {
  readonly wasm: PackagedFile;
  readonly models: readonly PackagedFile[];
}

export interface PrintTask {
  readonly picture: RgbPicture;
  readonly limits: PrintLimits;
}

/** An answer to each task, and one without lines when the thread is ready. */
export interface PrintAnswer {
  readonly lines: readonly ReadLine[];
}

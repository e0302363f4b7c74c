import type { FitPictures } from '#engines/fit-pictures.ts';
import type { OfflineVisionWorker } from '#engines/offline/vision.ts';
import type { DecodingBudget } from './decoding-budget.ts';
import type { DecodingLimits } from './decoding-limits.ts';
import { createFrameReader, type FrameReader, fitForEngine } from './frame-reader.ts';
import { createOfflineVisionWorker } from './offline-vision.ts';

export interface DecodingOptions {
  /** The longest video that is taken, in seconds. */
  readonly maxSeconds: number;
  /** Codes of the languages whose print is read, as their data packages are called. */
  readonly textLanguages: readonly string[];
  /** Child processes of each sort; by the number of cores when left out. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  /** Without one nobody's work is counted. */
  readonly budget?: DecodingBudget | undefined;
  /** Hears a sentence when the offline eyes break while they work. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** All that decodes strangers' videos and pictures, in child processes that start when they are needed. */
export interface Decoding {
  readonly frameReader: FrameReader;
  readonly visionWorker: OfflineVisionWorker;
  readonly fitPictures: FitPictures;
  /** Ends all child processes; what they worked on is rejected. */
  close(): Promise<void>;
}

export function openDecoding({ textLanguages, ...options }: DecodingOptions): Decoding {
  const frameReader = createFrameReader(options);
  const { workers, budget, limits, warn } = options;
  // Models take more memory and time than decoders: of the limits only the rest is the same.
  const idle = limits?.idleMs === undefined ? {} : { idleMs: limits.idleMs };
  const visionWorker = createOfflineVisionWorker({
    ...(workers && { workers }),
    budget,
    textLanguages,
    limits: idle,
    warn,
  });
  return {
    frameReader,
    visionWorker,
    fitPictures: fitForEngine(frameReader),
    async close() {
      await Promise.all([frameReader.close(), visionWorker.close()]);
    },
  };
}

import type { FitPictures } from '#engines/fit-pictures.ts';
import type { OfflineVisionWorker } from '#engines/offline/vision.ts';
import type { DecodingBudget } from './decoding-budget.ts';
import type { DecodingLimits } from './decoding-limits.ts';
import { createFrameReader, type FrameReader, fitForEngine } from './frame-reader.ts';
import { createOfflineVisionWorker } from './offline-vision.ts';

export interface DecodingOptions {
  /** The longest accepted video, in seconds. */
  readonly maxSeconds: number;
  /** Languages of text recognition, by their data packages' codes. */
  readonly textLanguages: readonly string[];
  /** Child processes of each kind; by default depends on the number of cores. */
  readonly workers?: number;
  readonly limits?: Partial<DecodingLimits> | undefined;
  /** Without it, work is not charged. */
  readonly budget?: DecodingBudget | undefined;
  /** Receives a sentence when offline vision fails at run time. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** All decoders of clients' videos and images, in child processes that start when needed. */
export interface Decoding {
  readonly frameReader: FrameReader;
  readonly visionWorker: OfflineVisionWorker;
  readonly fitPictures: FitPictures;
  /** Ends all child processes; running work is rejected. */
  close(): Promise<void>;
}

export function openDecoding({ textLanguages, ...options }: DecodingOptions): Decoding {
  const frameReader = createFrameReader(options);
  const { workers, budget, limits, warn } = options;
  // Models need more memory and time than decoders, so only this limit is shared.
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

import type { FitPictures } from '#engines/fit-pictures.ts';
import type { OfflineVisionWorker } from '#engines/offline/vision.ts';
import {
  createFrameReader,
  type FrameReader,
  type FrameReaderOptions,
  fitForEngine,
} from './frame-reader.ts';
import { createOfflineVisionWorker, type OfflineVisionWorkerOptions } from './offline-vision.ts';

/** `workers` are child processes of each kind. */
export type DecodingOptions = FrameReaderOptions & Pick<OfflineVisionWorkerOptions, 'textLanguages' | 'warn'>;

/** All decoders of clients' videos and images, in child processes that start when needed. */
export interface Decoding {
  readonly frameReader: FrameReader;
  readonly visionWorker: OfflineVisionWorker;
  readonly fitPictures: FitPictures;
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

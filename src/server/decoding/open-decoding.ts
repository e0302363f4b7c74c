import { createFrameReader, type FrameReaderOptions, fitForEngine } from './frame-reader.ts';
import { createOfflineVisionWorker, type OfflineVisionWorkerOptions } from './offline-vision.ts';

/** `workers` are child processes of each kind. */
export type DecodingOptions = FrameReaderOptions & Pick<OfflineVisionWorkerOptions, 'textLanguages' | 'warn'>;

export function openDecoding({ textLanguages, ...options }: DecodingOptions) {
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

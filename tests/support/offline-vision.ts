import sharp, { type Sharp } from 'sharp';
import { onTestFinished } from 'vitest';
import {
  createOfflineVisionWorker,
  type OfflineVisionWorkerOptions,
} from '#server/decoding/open-decoding.ts';
import { drawTitle, titleSize } from './draw-title.ts';

export type TestOfflineVision = ReturnType<typeof createOfflineVisionWorker>;

/** Offline vision in real child processes, which end with the test. */
export function startOfflineVision(options: Partial<OfflineVisionWorkerOptions> = {}): TestOfflineVision {
  const visionWorker = createOfflineVisionWorker({ textLanguages: ['eng'], workers: 1, ...options });
  onTestFinished(() => visionWorker.close());
  return visionWorker;
}

/** A title ({@link drawTitle}) to be edited. */
export async function openTitle(words = 'THE END'): Promise<Sharp> {
  const pixels = await drawTitle(words);
  return sharp(pixels, { raw: { ...titleSize, channels: 4 } }).removeAlpha();
}

export async function makeTitleJpeg(words?: string): Promise<Uint8Array<ArrayBuffer>> {
  return toBytes(await (await openTitle(words)).jpeg().toBuffer());
}

/** Noise, the hardest input for decoders and readers. */
export async function makeNoiseJpeg(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
  return toBytes(await image.jpeg({ quality: 90 }).toBuffer());
}

export function toBytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}

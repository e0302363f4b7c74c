import { expect, test } from 'vitest';
import type { Frame } from '#shared/frame.ts';
import { maxPicturePixels } from '#shared/limits.ts';
import { dropSimilar, fitPicture } from './pictures.ts';

test('a small picture keeps its size', () => {
  expect(fitPicture({ width: 3840, height: 2160 })).toEqual({ width: 3840, height: 2160 });
  expect(fitPicture({ width: 4096, height: 4096 })).toEqual({ width: 4096, height: 4096 });
});

test('a larger one keeps its aspect ratio', () => {
  const { width, height } = fitPicture({ width: 7680, height: 4320 });
  expect(width * height).toBeLessThanOrEqual(maxPicturePixels);
  expect(width * height).toBeGreaterThan(0.999 * maxPicturePixels);
  expect(width / height).toBeCloseTo(16 / 9, 2);
});

/** Pictures of a single grey, which is also their sketch. */
async function* pictures(greyAt: Readonly<Record<number, number>>): AsyncGenerator<Frame> {
  for (const [seconds, grey] of Object.entries(greyAt))
    yield { seconds: Number(seconds), jpeg: new Uint8Array(256).fill(grey) };
}

async function keepFrom(greyAt: Readonly<Record<number, number>>): Promise<number[]> {
  const kept = dropSimilar(pictures(greyAt), 100, async jpeg => jpeg);
  return (await Array.fromAsync(kept)).map(({ seconds }) => seconds);
}

test('a picture equal to the previous one is dropped', async () => {
  expect(await keepFrom({ 1: 50, 3: 50, 5: 51, 7: 90, 9: 90 })).toEqual([1, 7]);
});

test('slow changes are noticed: a picture is compared with the last one that was kept', async () => {
  expect(await keepFrom({ 1: 50, 3: 52, 5: 54, 7: 56, 9: 58 })).toEqual([1, 5, 9]);
});

test('each tenth of a still video keeps one picture', async () => {
  const still = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at * 2, 80]));
  expect(await keepFrom(still)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test('errors of reading the video are passed on', async () => {
  async function* broken(): AsyncGenerator<Frame> {
    yield { seconds: 1, jpeg: new Uint8Array(256) };
    throw new Error('The file ends here.');
  }
  const kept = dropSimilar(broken(), 10, async jpeg => jpeg);
  await expect(Array.fromAsync(kept)).rejects.toThrow('The file ends here.');
});

import { expect, test } from 'vitest';
import { maxPicturePixels } from '#shared/limits.ts';
import { fitPicture } from './fit-picture.ts';

test('a picture that is not too large keeps its size', () => {
  expect(fitPicture({ width: 3840, height: 2160 })).toEqual({ width: 3840, height: 2160 });
  expect(fitPicture({ width: 4096, height: 4096 })).toEqual({ width: 4096, height: 4096 });
});

test('a larger one keeps its shape', () => {
  const { width, height } = fitPicture({ width: 7680, height: 4320 });
  expect(width * height).toBeLessThanOrEqual(maxPicturePixels);
  expect(width * height).toBeGreaterThan(0.999 * maxPicturePixels);
  expect(width / height).toBeCloseTo(16 / 9, 2);
});

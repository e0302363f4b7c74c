import { expect, test } from 'vitest';
import { computeMeanLuma, listPlaces } from './video-picture.ts';

test('a video is read from its beginning to its middle, a short one within its length', () => {
  expect(listPlaces(60)).toEqual([0, 0.5, 6, 15, 30]);
  expect(listPlaces(0.5)).toEqual([0, 0.05, 0.125, 0.25]);
  expect(listPlaces(Number.POSITIVE_INFINITY)).toEqual([0, 0.5]);
});

test('black is dark, and colours are as bright as they are to the eye', () => {
  expect(computeMeanLuma(Uint8ClampedArray.of(0, 0, 0, 255, 0, 0, 0, 255))).toBe(0);
  expect(computeMeanLuma(Uint8ClampedArray.of(255, 255, 255, 255))).toBeCloseTo(255, 6);
  expect(computeMeanLuma(Uint8ClampedArray.of(0, 255, 0, 255))).toBeGreaterThan(
    computeMeanLuma(Uint8ClampedArray.of(0, 0, 255, 255)),
  );
});

import { expect, test } from 'vitest';
import { chooseMoments } from './choose-moments.ts';

test('ten moments lie in the middles of ten equal parts of the video', () => {
  expect(chooseMoments(100_000)).toEqual([
    5000, 15_000, 25_000, 35_000, 45_000, 55_000, 65_000, 75_000, 85_000, 95_000,
  ]);
});

test('every moment of a video of any length is a whole millisecond within it, in order', () => {
  for (const durationMs of [1, 33, 200, 7800, 3_600_001, 14_400_000]) {
    const moments = chooseMoments(durationMs);
    expect(moments).toHaveLength(10);
    expect(moments.every(Number.isInteger)).toBe(true);
    expect(moments.every(moment => moment >= 0 && moment < durationMs)).toBe(true);
    expect(moments.toSorted((a, b) => a - b)).toEqual(moments);
  }
});

import { expect, test } from 'vitest';
import { chooseSpeed, maxSpeed, maxSubtitleSpeed, placeInOrder } from './line-speed.ts';

test('a line is as much faster as it must be, and subtitles half as fast again at most', () => {
  expect(chooseSpeed(2, 3).speed).toBe(1);
  expect(chooseSpeed(4, 3)).toMatchObject({ speed: maxSpeed });
  expect(chooseSpeed(4, 3.05, maxSubtitleSpeed)).toMatchObject({ speed: (4 / 3) * 1.001, excessSeconds: 0 });
  expect(chooseSpeed(9, 3, maxSubtitleSpeed).speed).toBe(maxSubtitleSpeed);
});

test('a line that is too long runs into the next time, is not cut, and the next ones catch up', () => {
  const lines = [
    { startSeconds: 0, seconds: 6, availableSeconds: 2 },
    { startSeconds: 2, seconds: 4, availableSeconds: 4 },
    { startSeconds: 6, seconds: 1, availableSeconds: 4 },
    { startSeconds: 10, seconds: 1, availableSeconds: 4 },
  ];
  const placed = placeInOrder(lines, maxSubtitleSpeed);
  expect(placed.map(({ speed }) => speed)).toEqual([1.5, 1.5, 1, 1]);
  expect(placed.map(({ startSeconds }) => Number(startSeconds.toFixed(2)))).toEqual([0, 4, 6.67, 10]);
  for (const [at, { startSeconds }] of placed.entries())
    expect(startSeconds).toBeGreaterThanOrEqual(placed[at - 1]?.endSeconds ?? 0);
});

import { expect, test } from 'vitest';
import { findPausedPlace, sumPauses, sumStillness, toPausedSeconds } from './picture-pauses.ts';

const pauses = [
  { atSeconds: 2, seconds: 1.5 },
  { atSeconds: 6, seconds: 3 },
];

test('times after a pause are later by all pauses before it', () => {
  expect([0, 1, 2, 2.1, 6, 7].map(seconds => toPausedSeconds(seconds, pauses))).toEqual([
    0, 1, 2, 3.6, 7.5, 11.5,
  ]);
});

test('pauses extend a video by their sum', () => {
  expect(sumPauses(pauses)).toBe(4.5);
  expect(sumPauses([])).toBe(0);
});

test('a time in the finished video maps back to the original, also during a pause', () => {
  expect(findPausedPlace(1, pauses)).toEqual({ seconds: 1, stillSeconds: 0 });
  expect(findPausedPlace(2.5, pauses)).toEqual({ seconds: 2, stillSeconds: 1 });
  for (const seconds of [0, 1, 2.1, 5, 6.1, 7])
    expect(findPausedPlace(toPausedSeconds(seconds, pauses), pauses).seconds).toBeCloseTo(seconds, 9);
});

test('the paused time during a line is computed', () => {
  expect(sumStillness({ startSeconds: 0, endSeconds: 2 }, pauses)).toBe(0);
  expect(sumStillness({ startSeconds: 1, endSeconds: 3 }, pauses)).toBe(1);
  expect(sumStillness({ startSeconds: 0, endSeconds: 20 }, pauses)).toBe(4.5);
});

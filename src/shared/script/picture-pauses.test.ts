import { expect, test } from 'vitest';
import { sumPauses, toPausedSeconds } from './picture-pauses.ts';

const pauses = [
  { atSeconds: 2, seconds: 1.5 },
  { atSeconds: 6, seconds: 3 },
];

test('what comes after a pause comes later by all pauses before it', () => {
  expect([0, 1, 2, 2.1, 6, 7].map(seconds => toPausedSeconds(seconds, pauses))).toEqual([
    0, 1, 2, 3.6, 7.5, 11.5,
  ]);
});

test('pauses make a video longer by their sum', () => {
  expect(sumPauses(pauses)).toBe(4.5);
  expect(sumPauses([])).toBe(0);
});

import { expect, test } from 'vitest';
import { maxGaps } from '../limits.ts';
import { fromSentGaps, toSentGaps } from './gaps.ts';

test('gaps are the same after sending, to the millisecond', () => {
  const gaps = [
    { startSeconds: 0, endSeconds: 3.20049 },
    { startSeconds: 7.5, endSeconds: 12 },
  ];
  expect(toSentGaps(gaps)).toEqual([
    [0, 3.2],
    [7.5, 12],
  ]);
  expect(fromSentGaps(toSentGaps(gaps))).toEqual([
    { startSeconds: 0, endSeconds: 3.2 },
    { startSeconds: 7.5, endSeconds: 12 },
  ]);
});

test('if there are more gaps than allowed, the longest are sent, in order', () => {
  const gaps = Array.from({ length: maxGaps + 2 }, (_, at) => ({
    startSeconds: 10 * at,
    endSeconds: 10 * at + (at === 3 || at === 5 ? 2.5 : 4),
  }));
  const sent = toSentGaps(gaps);
  expect(sent).toHaveLength(maxGaps);
  expect(sent.slice(0, 5).map(([start]) => start)).toEqual([0, 10, 20, 40, 60]);
});

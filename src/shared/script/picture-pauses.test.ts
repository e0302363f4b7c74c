import { expect, test } from 'vitest';
import { findPausedPlace, sumPauses, sumStillness, toOriginalCues, toPausedSeconds } from './cues.ts';

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

const cue = (startSeconds: number, endSeconds: number, text: string) => ({ startSeconds, endSeconds, text });

test('lines are at their moments of the original, however often it paused before', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ atSeconds: 10 + 10 * at, seconds: 2.5 }));
  const lines = many.map(({ atSeconds, seconds }, at) =>
    cue(atSeconds - 1 + at * seconds, atSeconds + (at + 1) * seconds, `Line ${at}.`),
  );
  const placed = toOriginalCues(lines, many);
  expect(placed.map(({ startSeconds }) => startSeconds)).toEqual(many.map(({ atSeconds }) => atSeconds - 1));
  expect(placed.map(({ endSeconds }) => endSeconds)).toEqual(many.map(({ atSeconds }) => atSeconds));
});

test('lines of one pause are one cue, as a reader would miss the first; those beside it stay', () => {
  const lines = [cue(1.2, 1.9, 'One.'), cue(2, 2.6, 'Two.'), cue(2.8, 3.4, 'Three.'), cue(4, 5, 'Four.')];
  expect(toOriginalCues(lines, pauses)).toEqual([
    cue(1.2, 1.9, 'One.'),
    cue(2, 2, 'Two. Three.'),
    cue(2.5, 3.5, 'Four.'),
  ]);
});

test('without a pause nothing moves', () => {
  const lines = [cue(1, 1.1, 'One.'), cue(1.2, 1.4, 'Two.')];
  expect(toOriginalCues(lines, [])).toEqual(lines);
});

test('the paused time during a line is computed', () => {
  expect(sumStillness({ startSeconds: 0, endSeconds: 2 }, pauses)).toBe(0);
  expect(sumStillness({ startSeconds: 1, endSeconds: 3 }, pauses)).toBe(1);
  expect(sumStillness({ startSeconds: 0, endSeconds: 20 }, pauses)).toBe(4.5);
});

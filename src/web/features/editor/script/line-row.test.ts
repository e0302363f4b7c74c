import { expect, test } from 'vitest';
import { findPause } from './line-row.tsx';

const gaps = [
  { startSeconds: 0, endSeconds: 3 },
  { startSeconds: 10, endSeconds: 16 },
  { startSeconds: 30, endSeconds: 40 },
];
const line = { startSeconds: 8, needSeconds: 4.2 };

test('a line is moved to the nearest pause that is long enough and has no other line', () => {
  expect(findPause(gaps, { ...line, needSeconds: 2 }, [])).toBe(gaps[1]);
  expect(findPause(gaps, line, [])).toBe(gaps[1]);
  expect(findPause(gaps, line, [{ startSeconds: 11 }])).toBe(gaps[2]);
});

test('there may be no such pause', () => {
  expect(findPause(gaps, { ...line, needSeconds: 30 }, [])).toBeUndefined();
  expect(findPause([], line, [])).toBeUndefined();
});

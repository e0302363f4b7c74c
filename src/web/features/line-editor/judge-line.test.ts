import { expect, test } from 'vitest';
import { findLineExcess, judgeLine } from './judge-line.ts';

test.each([
  ['fits', { needSeconds: 4.1, availableSeconds: 5, isSpoken: true }, '4.1 s of 5.0 s'],
  ['fits', { needSeconds: 4.1, availableSeconds: 5, isSpoken: false }, 'about 4.1 s of 5.0 s'],
  [
    'faster',
    { needSeconds: 5.5, availableSeconds: 5, isSpoken: true },
    '5.5 s of 5.0 s: fits, spoken a little faster',
  ],
  [
    'too long',
    { needSeconds: 8, availableSeconds: 5, isSpoken: true },
    '8.0 s of 5.0 s: 2.0 s too long, even spoken faster',
  ],
  [
    'too long',
    { needSeconds: 2, availableSeconds: 0, isSpoken: false },
    'about 2.0 s, no room: 1.7 s too long, even spoken faster',
  ],
  ['empty', { needSeconds: 0, availableSeconds: 3, isSpoken: false }, 'Room for 3.0 s'],
  ['empty', { needSeconds: 0, availableSeconds: 0, isSpoken: false }, 'No room'],
] as const)('a line that %s is told in words', (kind, need, text) => {
  expect(judgeLine(need)).toMatchObject({ kind, text });
});

test('the bar is full where a line needs all of its room or more', () => {
  expect(judgeLine({ needSeconds: 2.5, availableSeconds: 5, isSpoken: true }).share).toBe(0.5);
  expect(judgeLine({ needSeconds: 9, availableSeconds: 5, isSpoken: true }).share).toBe(1);
});

test.each([
  ['fits', { speed: 1, waitSeconds: 0 }, '4.1 s of 3.0 s'],
  ['faster', { speed: 1.1, waitSeconds: 0 }, '4.1 s of 3.0 s: fits, spoken a little faster'],
  ['waits', { speed: 1, waitSeconds: 1.15 }, '4.1 s of 3.0 s: the picture waits 1.1 s'],
  ['too long', { leftOut: 'It begins while somebody speaks.' }, '4.1 s of 3.0 s: left out'],
] as const)('a line of a description that %s is told as it will be heard', (kind, heard, text) => {
  const line = { needSeconds: 4.1, availableSeconds: 3, isSpoken: true, ...heard };
  expect(judgeLine(line)).toMatchObject({ kind, text });
});

test('of a description only a line that is left out is too long', () => {
  const line = { needSeconds: 4, availableSeconds: 3, isSpoken: true };
  expect(findLineExcess({ ...line, leftOut: 'It has no room.' })).toBe(1);
  expect(findLineExcess({ ...line, needSeconds: 1, leftOut: 'It begins while somebody speaks.' })).toBe(0.1);
  expect(findLineExcess({ ...line, speed: 1, waitSeconds: 1 })).toBe(0);
});

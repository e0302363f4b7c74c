import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

test.each([
  ['NUL', 'A dog\u0000 runs.', 'A dog runs.'],
  ['half a character', 'A dog \ud83d runs.', 'A dog  runs.'],
  ['the marks of broken bytes', 'A d\uFFFDg runs.', 'A dg runs.'],
  ['a bell and a carriage return', 'A dog\u0007\r\nruns.', 'A dog\nruns.'],
])('%s is removed from a text', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test('line breaks, tabs, joined emoji and accents stay in a text', () => {
  const text = 'Zoë\tlächelt.\n👩‍👧 नमस्ते';
  expect(cleanText(text)).toBe(text);
});

import { describe, expect, test } from 'vitest';
import { filterThoughts, withoutThoughts } from './chat.ts';

const texts: readonly (readonly [what: string, text: string, left: string])[] = [
  ['no thought', 'A dog runs.', 'A dog runs.'],
  ['a thought before it', '<think>A dog?</think>A dog runs.', 'A dog runs.'],
  ['thoughts between', 'A dog<think>or a cat</think> runs<think>?</think>.', 'A dog runs.'],
  ['a thought in other tags', '[THINK]A dog?[/THINK]<thinking>or not</thinking>A dog runs.', 'A dog runs.'],
  ['a thought that never ends', 'A dog runs. <think>Or does it', 'A dog runs. '],
  ['nothing but a thought that never ends', '<think>A dog? It may be', ''],
  [
    'characters that only look like tags',
    'If a < b, <thin> air and </b> [TH',
    'If a < b, <thin> air and </b> [TH',
  ],
];

describe('a text with', () => {
  test.each(texts)('%s keeps only the text when it comes whole', (_, text, left) => {
    expect(withoutThoughts(text)).toBe(left);
  });

  test.each(texts)('%s keeps only the text when it comes letter by letter', (_, text, left) => {
    const filter = filterThoughts();
    const given = [...text].map(letter => filter.push(letter)).join('') + filter.end();
    expect(given).toBe(left);
    expect(filter.leaked).toBe(false);
  });
});

describe('a thought that is closed but was never opened', () => {
  const text = 'A dog? Yes.</think>A dog runs.';

  test('is removed from a whole text', () => {
    expect(withoutThoughts(text)).toBe('A dog runs.');
  });

  test('is reported if it was already streamed', () => {
    const filter = filterThoughts();
    expect([...text].map(letter => filter.push(letter)).join('')).toContain('A dog?');
    expect(filter.leaked).toBe(true);
  });

  test('is removed if it is expected', () => {
    const filter = filterThoughts({ startsInside: true });
    const given = [...text].map(letter => filter.push(letter)).join('') + filter.end();
    expect([given, filter.leaked]).toEqual(['A dog runs.', false]);
  });

  test('is kept as text if it was expected but never closed', () => {
    const filter = filterThoughts({ startsInside: true });
    expect(filter.push('A dog runs.') + filter.end()).toBe('A dog runs.');
  });
});

test('reading a long thought takes linear time', () => {
  const filter = filterThoughts();
  filter.push('<think>');
  let held = 0;
  for (let count = 0; count < 100_000; count += 1) held += filter.push('word ').length;
  expect(filter.push('</think>Done.') + filter.end()).toBe('Done.');
  expect(held).toBe(0);
});

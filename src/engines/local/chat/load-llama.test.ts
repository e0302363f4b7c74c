import { expect, test } from 'vitest';
import { isLooping } from './load-llama.ts';

const start = 'A red kite circles above a green hill, and the wind carries it. ';

test.each([
  ['a sentence three times', start + 'It dives towards the lake and rises again. '.repeat(3)],
  ['a word many times', `${start}${'very '.repeat(40)}`],
  ['line breaks without end', `${start}${'\n'.repeat(120)}`],
  ['a paragraph three times', `${start}${start.repeat(5).slice(3)}`],
  ['Chinese', '狗在跑，它在草地上跑，'.repeat(12)],
])('%s is a loop', (_, text) => {
  expect(isLooping(text)).toBe(true);
});

test.each([
  ['a text', start],
  ['a sentence said twice', start + 'It dives towards the lake and rises again. '.repeat(2)],
  ['a laugh', `${start}Ha, ha, ha, ha, ha!`],
  ['a loop that ended', `${start}${'very '.repeat(40)}high.`],
  ['nothing', ''],
  ['a table with rules', `${'-'.repeat(60)}\n| A dog | runs |\n${'-'.repeat(60)}`],
])('%s is none', (_, text) => {
  expect(isLooping(text)).toBe(false);
});

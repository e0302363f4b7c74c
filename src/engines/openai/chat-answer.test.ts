import { expect, test } from 'vitest';
import { cleanText, requireNoRefusal } from './chat-answer.ts';

test.each([
  ['NUL', 'A dog\u0000 runs.', 'A dog runs.'],
  ['half a character', 'A dog \ud83d runs.', 'A dog  runs.'],
  ['the marks of broken bytes', 'A d\uFFFDg runs.', 'A dg runs.'],
  ['a bell and a carriage return', 'A dog\u0007\r\nruns.', 'A dog\nruns.'],
])('%s is taken out of a text', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test('lines, tabs, joined emoji and accents stay in a text', () => {
  const text = 'Zoë\tlächelt.\n👩‍👧 नमस्ते';
  expect(cleanText(text)).toBe(text);
});

test.each([
  "I'm sorry, but I can't assist with that request.",
  'I’m sorry, I can’t help with identifying people.',
  "Sorry, but I'm unable to describe these images.",
  'I am sorry, but I cannot provide that.',
])('"%s" is a refusal', text => {
  expect(() => requireNoRefusal(text)).toThrow(expect.objectContaining({ code: 'content_refused' }));
});

test.each([
  "I'm sorry, I can't resist that bone, thinks the dog.",
  'Sorry, says the sign, we are closed.',
  `I'm sorry, I can't help it, ${'he sings on and on, '.repeat(20)}`,
])('"%s" is a narration', text => {
  expect(() => requireNoRefusal(text)).not.toThrow();
});

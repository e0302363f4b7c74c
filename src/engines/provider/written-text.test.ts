import { expect, test } from 'vitest';
import { requireNoRefusal } from './written-text.ts';

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

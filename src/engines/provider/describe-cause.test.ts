import { expect, test } from 'vitest';
import { LoggedCause } from '#shared/errors.ts';
import { describeCause } from './failure.ts';

class Refusal extends Error {
  readonly status = 404;
  readonly body = 'what the person wrote';
}

const apiKey = 'secret-of-a-local-server';
const scrubbing = {
  apiKey,
  listFacts: (error: Error) =>
    error instanceof Refusal ? [error.status, null, error.message, undefined] : undefined,
};

test('a cause contains the known facts of a refusal and its own causes', () => {
  const cause = describeCause(new Error('failed', { cause: new Refusal('model_not_found') }), scrubbing);
  expect(cause.message).toBe('Error() < Refusal(404, model_not_found)');
});

test('a cause contains our own messages', () => {
  const cause = describeCause(new LoggedCause('more than 5 bytes'), scrubbing);
  expect(cause.message).toBe('LoggedCause(): more than 5 bytes');
});

test.each([
  ['our key', apiKey],
  ['half of a key', 'sk-proj-ab'],
  ['a key of ElevenLabs', 'sk_abc.def1234567890'],
  ['a sentence', 'the secret prompt'],
  ['a picture', 'data:image/jpeg;base64,/9j/4AAQ'],
  ['a long word', 'secret'.repeat(1000)],
])('a cause does not repeat %s, neither as message nor as code', (_, words) => {
  expect(describeCause(new Error(words), scrubbing).message).toBe('Error()');
  expect(describeCause(Object.assign(new Error('x'), { code: words }), scrubbing).message).toBe('Error()');
  expect(describeCause(new Refusal(words), scrubbing).message).toBe('Refusal(404)');
});

test('any thrown value has a description', () => {
  expect(describeCause('a text', scrubbing).message).toBe('not an error');
});

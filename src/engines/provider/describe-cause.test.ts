import { expect, test } from 'vitest';
import { describeCause } from './describe-cause.ts';

class Refusal extends Error {
  readonly status = 404;
  readonly body = 'what the person wrote';
}

const scrubbing = {
  apiKey: 'secret-of-a-local-server',
  describeOwn: (error: Error) =>
    error instanceof Refusal ? { facts: [error.status, null, 'model_not_found', undefined] } : undefined,
};

test('a cause names what is known of a refusal, and its own causes', () => {
  const cause = describeCause(new Error('failed', { cause: new Refusal('No such model') }), scrubbing);
  expect(cause.message).toBe('Error(): failed < Refusal(404, model_not_found)');
});

test.each([
  ['our key', `Incorrect API key provided: ${scrubbing.apiKey}.`],
  ['half of a key', 'Incorrect API key provided: sk-proj-ab***********xyz.'],
  ['a key of ElevenLabs', 'Invalid API key: sk_abc.def1234567890.'],
  ['a header', 'Authorization: Bearer abc.def was refused'],
  ['the password of an address', 'Request to http://me:secret-word@10.0.0.1/v1 failed'],
  ['a picture', 'Invalid image: data:image/jpeg;base64,/9j/4AAQ'],
])('a cause does not repeat %s', (_, message) => {
  const text = describeCause(new Error(message), scrubbing).message;
  expect(text).toMatch(/\[(key|data)\]/);
  expect(text).not.toMatch(/secret|sk-proj|abc\.def|9j/);
});

test('a cause is short, whatever the provider says', () => {
  expect(describeCause(new Error('x'.repeat(100_000)), scrubbing).message.length).toBeLessThan(1000);
});

test('whatever is thrown has a description', () => {
  expect(describeCause('a text', scrubbing).message).toBe('not an error');
});

import { APIError } from 'openai';
import { expect, test } from 'vitest';
import { describeCause } from './describe-cause.ts';

const key = 'secret-of-a-local-server';

test('a cause names the status, the code and the request, and its own causes', () => {
  const headers = new Headers({ 'x-request-id': 'req_1' });
  const refusal = APIError.generate(
    404,
    { error: { message: 'No such model', code: 'model_not_found' } },
    '',
    headers,
  );
  const cause = describeCause(new Error('failed', { cause: refusal }), key);
  expect(cause.message).toBe(
    'Error(): failed < NotFoundError(404, model_not_found, req_1): 404 No such model',
  );
});

test.each([
  ['our key', `Incorrect API key provided: ${key}.`],
  ['half of a key', 'Incorrect API key provided: sk-proj-ab***********xyz.'],
  ['a header', 'Authorization: Bearer abc.def was refused'],
  ['the password of an address', 'Request to http://me:secret-word@10.0.0.1/v1 failed'],
  ['a picture', 'Invalid image: data:image/jpeg;base64,/9j/4AAQ'],
])('a cause does not repeat %s', (_, message) => {
  const text = describeCause(new Error(message), key).message;
  expect(text).toMatch(/\[(key|data)\]/);
  expect(text).not.toMatch(/secret|sk-proj|abc\.def|9j/);
});

test('a cause is short, whatever the provider says', () => {
  expect(describeCause(new Error('x'.repeat(100_000)), key).message.length).toBeLessThan(1000);
});

test('whatever is thrown has a description', () => {
  expect(describeCause('a text', key).message).toBe('not an error');
});

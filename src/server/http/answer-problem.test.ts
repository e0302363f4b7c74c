import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { toCodedError } from './answer-problem.ts';

const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
const unknown = new Error('?');

test.each<[string, unknown, string]>([
  ['a full disk', full, 'storage_full'],
  [
    'a full disk behind other errors',
    new Error('?', { cause: new Error('?', { cause: full }) }),
    'storage_full',
  ],
  ['a full disk during clean-up after a full disk', new SuppressedError(full, full), 'storage_full'],
  ['a full disk, and an unknown error during clean-up', new SuppressedError(unknown, full), 'storage_full'],
  ['an unknown error, and a full disk during clean-up', new SuppressedError(full, unknown), 'storage_full'],
  [
    'a full disk in a nested clean-up',
    new SuppressedError(unknown, new SuppressedError(unknown, full)),
    'storage_full',
  ],
  [
    'many errors, one of them a full disk',
    new AggregateError([unknown, new Error('?', { cause: full })]),
    'storage_full',
  ],
  [
    'a refusal, and an unavailable database during clean-up',
    new SuppressedError(Object.assign(new Error('?'), { code: '57P01' }), new CodedError('too_large')),
    'too_large',
  ],
  [
    'a text that Postgres cannot store',
    new Error('?', { cause: Object.assign(new Error('?'), { code: '22021' }) }),
    'bad_request',
  ],
  ['an unknown error', new SuppressedError(unknown, unknown), 'internal'],
])('%s gets the right code', (_title, error, code) => {
  expect(toCodedError(error).code).toBe(code);
});

test('the first error is reported, and the log contains both', () => {
  const first = new CodedError('rate_limited', { message: 'Please wait.', retryAfterSeconds: 7 });
  const joined = new SuppressedError(unknown, first);
  expect(toCodedError(joined)).toMatchObject({
    message: 'Please wait.',
    retryAfterSeconds: 7,
    cause: joined,
  });
});

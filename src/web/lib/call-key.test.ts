import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { callWithKey, type KeyHeaders } from './call-key.ts';

/** Calls with the listed responses in order; the last one succeeds. */
async function callAgain(path: string, asked: readonly unknown[], failures: readonly (Error | undefined)[]) {
  const keys: string[] = [];
  for (const [index, each] of asked.entries()) {
    const send = async (headers: KeyHeaders) => {
      keys.push(headers['idempotency-key']);
      const failure = failures[index];
      if (failure) throw failure;
      return 'done';
    };
    await callWithKey(path, each, send).catch(() => {});
  }
  return keys;
}

const broken = new CodedError('unavailable');

test('a call without a response is repeated with the same key until there is one', async () => {
  const same = { script: 'A dog.' };
  const keys = await callAgain('/same', [same, { ...same }, same, same], [broken, new Error('cancelled')]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/u);
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('a different request, or one after an error, gets a new key', async () => {
  const keys = await callAgain('/other', ['one', 'two', 'two'], [broken, new CodedError('provider_timeout')]);
  expect(new Set(keys).size).toBe(3);
});

test('two simultaneous clicks share a key', async () => {
  const keys: string[] = [];
  const press = () =>
    callWithKey('/pressed', 'same', async headers => {
      keys.push(headers['idempotency-key']);
      await Promise.resolve();
    });
  await Promise.all([press(), press()]);
  expect(new Set(keys).size).toBe(1);
});

test('if the server knows the key for another request, the call is repeated with a new one', async () => {
  const keys: string[] = [];
  const answer = await callWithKey('/reused', 'pictures', async headers => {
    keys.push(headers['idempotency-key']);
    if (keys.length === 1) throw new CodedError('key_reused');
    return 'done';
  });
  expect([answer, new Set(keys).size]).toEqual(['done', 2]);
});

import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { fill, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { callWithKey, type KeyHeaders, readProblem } from './call-server.ts';

test('a failed response gives the server’s message', () => {
  const problem = readProblem('{"error":{"code":"video_too_long","message":"This video is too long."}}');
  expect(problem).toMatchObject({ code: 'video_too_long', message: 'This video is too long.' });
});

test('a response in an unknown format still gives a message', () => {
  for (const body of ['', '<html>Bad gateway</html>', '{"error":"x"}', 'null'])
    expect(readProblem(body).message).toBe(t(pageMessages.answerUnknown));
});

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

test('a different request, or one after the server has refused it, gets a new key', async () => {
  const keys = await callAgain('/other', ['one', 'two', 'two'], [broken, new CodedError('content_refused')]);
  expect(new Set(keys).size).toBe(3);
});

test('each of several calls that broke off side by side keeps its own key at its retry', async () => {
  const names = ['French', 'German', 'Czech', 'Thai'];
  const keysOf = async (failure: Error | undefined) => {
    const keys: string[] = [];
    const send = (name: string) =>
      callWithKey('/several', name, async headers => {
        keys[names.indexOf(name)] = headers['idempotency-key'];
        await Promise.resolve();
        if (failure) throw failure;
      });
    await Promise.allSettled(names.map(send));
    return keys;
  };
  const first = await keysOf(broken);
  expect(new Set(first).size).toBe(4);
  expect(await keysOf(broken)).toEqual(first);
  expect(await keysOf(undefined)).toEqual(first);
  expect(new Set([...first, ...(await keysOf(undefined))]).size).toBe(8);
});

test.each([
  new CodedError('overloaded'),
  new CodedError('rate_limited'),
  new CodedError('unauthorized'),
  readProblem('<h1>502 Bad Gateway</h1>'),
  new CodedError('conflict', { message: fill(requestErrors.inProgress) }),
])(
  'a retry that is refused before the server knows what became of the call ($message) keeps its key',
  async refusal => {
    const keys = await callAgain(refusal.message, ['same', 'same', 'same'], [broken, refusal]);
    expect(new Set(keys).size).toBe(1);
  },
);

test('a call whose answer the server has no more can be made anew', async () => {
  const done = new CodedError('conflict', { message: fill(requestErrors.alreadyDone) });
  const [first, second, third] = await callAgain('/done', ['same', 'same', 'same'], [broken, done]);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
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

import { expect, test } from 'vitest';
import { retryFetch } from './guard-fetch.ts';

const anHour = { 'retry-after-ms': String(3600 * 1000) };
const shortWait = { 'retry-after-ms': '1' };

/** A fetch that returns these responses in order. */
function answerWith(...answers: readonly Response[]) {
  const waiting = [...answers];
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async input => {
    asked.push(String(input));
    return waiting.shift() ?? new Response('sound');
  };
  return { fetch, asked };
}

function refuse(status: number, headers: Record<string, string>): Response {
  return new Response('no', { status, headers });
}

test('a busy provider is retried up to the limit', async () => {
  const { fetch, asked } = answerWith(refuse(429, shortWait), refuse(503, shortWait));
  expect((await retryFetch(fetch, 2)('http://a/')).status).toBe(200);
  expect(asked).toHaveLength(3);
});

test('the last refusal is returned', async () => {
  const { fetch, asked } = answerWith(refuse(429, shortWait), refuse(503, shortWait));
  expect((await retryFetch(fetch, 1)('http://a/')).status).toBe(503);
  expect(asked).toHaveLength(2);
});

test.each([
  ['is a client error', refuse(400, shortWait)],
  ['is final', refuse(429, { ...shortWait, 'x-should-retry': 'false' })],
])('a refusal that %s is not retried', async (_, refusal) => {
  const { fetch, asked } = answerWith(refusal);
  expect((await retryFetch(fetch, 2)('http://a/')).status).toBe(refusal.status);
  expect(asked).toHaveLength(1);
});

test('an aborted request does not wait for the next try', async () => {
  const { fetch, asked } = answerWith(refuse(429, anHour));
  const leaving = new AbortController();
  const work = retryFetch(fetch, 2)('http://a/', { signal: leaving.signal });
  leaving.abort();
  await expect(work).rejects.toThrow(/abort/u);
  expect(asked).toHaveLength(1);
});

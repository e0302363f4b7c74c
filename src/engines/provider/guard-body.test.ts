import { expect, test } from 'vitest';
import { blockEventLoop } from '../../../tests/support/block-event-loop.ts';
import { guardBody } from './guard-fetch.ts';

const limits = { maxBytes: 1000, idleTimeoutMs: 240, waitTimeoutMs: 240 };
const piece = () => new Uint8Array(10);
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** A response with a delay before each chunk. */
function answerWith(...waits: (() => unknown)[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const wait = waits.shift();
        if (!wait) return controller.close();
        await wait();
        controller.enqueue(piece());
      },
    },
    { highWaterMark: 0 },
  );
}

async function countBytes(body: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const each of body) bytes += each.byteLength;
  return bytes;
}

test('chunks within the limits arrive', async () => {
  expect(await countBytes(guardBody(answerWith(piece, piece), limits))).toBe(20);
});

test('chunks that are slow in total are aborted', async () => {
  const waits = Array.from({ length: 40 }, () => () => sleep(60));
  await expect(countBytes(guardBody(answerWith(...waits), limits))).rejects.toMatchObject({
    code: 'provider_timeout',
  });
});

test('reading continues after the process itself was blocked for longer than the limit', async () => {
  const body = answerWith(
    () => blockEventLoop(500),
    () => sleep(40),
    () => blockEventLoop(500),
    () => sleep(40),
  );
  expect(await countBytes(guardBody(body, limits))).toBe(40);
});

test('a large chunk is passed on in pieces, with time for others between them', async () => {
  const large = new Response(new Uint8Array(200_000)).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  for await (const each of guardBody(large, { ...limits, maxBytes: 1_000_000 }))
    expect(each.length).toBeLessThanOrEqual(16_384);
  clearImmediate(immediate);
  expect(turns).toBeGreaterThan(10);
});

const passJson = (text: string, maxEventBytes?: number) =>
  countBytes(
    guardBody(new Response(text).body as ReadableStream<Uint8Array<ArrayBuffer>>, {
      ...limits,
      maxBytes: 1_000_000,
      json: { maxEventBytes },
    }),
  );

test.each([
  ['JSON of 64 levels', '['.repeat(64) + ']'.repeat(64), undefined],
  ['brackets within a string', `["\\"${'['.repeat(1000)}"]`, undefined],
  ['many events', 'data: {"a":[1]}\r\n\r\n'.repeat(1000), 100],
  ['many events whose lines end with a return', 'data: [1]\r\r'.repeat(1000), 100],
])('%s arrive', async (_, text, maxEventBytes) => {
  expect(await passJson(text, maxEventBytes)).toBe(text.length);
});

test.each([
  ['JSON of 65 levels', '['.repeat(65), undefined],
  ['JSON that closes what it did not open', `${']'.repeat(1000)}${'['.repeat(65)}`, undefined],
  ['deep JSON in lines of an event', `: "\r\n${'data: [\r\n'.repeat(65)}`, 10_000],
  ['an event without an end', `data: ${'a'.repeat(1000)}`, 100],
])('%s is refused', async (_, text, maxEventBytes) => {
  await expect(passJson(text, maxEventBytes)).rejects.toMatchObject({ code: 'provider_garbage' });
});

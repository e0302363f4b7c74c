import { expect, test } from 'vitest';
import { blockEventLoop } from '../../../tests/support/block-event-loop.ts';
import { guardBody } from './guard-body.ts';

const limits = { maxBytes: 1000, idleTimeoutMs: 240, waitTimeoutMs: 240 };
const piece = () => new Uint8Array(10);
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** An answer whose pieces take so long each; then it ends. */
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

test('pieces in time arrive', async () => {
  expect(await countBytes(guardBody(answerWith(piece, piece), limits))).toBe(20);
});

test('pieces that each come in time, but together take too long, are given up', async () => {
  const waits = Array.from({ length: 40 }, () => () => sleep(60));
  await expect(countBytes(guardBody(answerWith(...waits), limits))).rejects.toMatchObject({
    code: 'provider_timeout',
  });
});

test('a process that itself stood still for longer than the limit goes on to read', async () => {
  const body = answerWith(
    () => blockEventLoop(500),
    () => sleep(40),
    () => blockEventLoop(500),
    () => sleep(40),
  );
  expect(await countBytes(guardBody(body, limits))).toBe(40);
});

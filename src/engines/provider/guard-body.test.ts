import { expect, test } from 'vitest';
import { blockEventLoop } from '../../../tests/support/block-event-loop.ts';
import { guardBody } from './guard-body.ts';

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

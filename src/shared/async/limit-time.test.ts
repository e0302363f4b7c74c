import { expect, test } from 'vitest';
import { limitTime } from './limit-time.ts';

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

test('what takes too long is told so, once', async () => {
  let calls = 0;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  limitTime(30, () => {
    calls += 1;
    resolve();
  });
  await late;
  await sleep(60);
  expect(calls).toBe(1);
});

test('what is done in time is left alone', async () => {
  let calls = 0;
  const callOff = limitTime(30, () => {
    calls += 1;
  });
  callOff();
  await sleep(60);
  expect(calls).toBe(0);
});

test('a process that stood still for longer than the limit still hears what came meanwhile', async () => {
  const order: string[] = [];
  const { promise: late, resolve } = Promise.withResolvers<void>();
  limitTime(60, () => {
    order.push('late');
    resolve();
  });
  // Two turns of the event loop: what is due is called between them, before what came is read.
  setImmediate(() => setImmediate(() => order.push('answer')));
  const until = performance.now() + 200;
  while (performance.now() < until);
  await late;
  expect(order).toEqual(['answer', 'late']);
});

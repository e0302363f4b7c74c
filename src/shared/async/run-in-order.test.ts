import { expect, test } from 'vitest';
import { runInOrder } from './run-in-order.ts';

test('results are in the order of the jobs, however long each takes', async () => {
  const slow = Promise.withResolvers<string>();
  const jobs = [() => slow.promise, async () => 'second', async () => 'third'];
  const results: string[] = [];
  setImmediate(() => slow.resolve('first'));
  for await (const result of runInOrder(jobs, 2)) results.push(result);
  expect(results).toEqual(['first', 'second', 'third']);
});

test('runs no more jobs at once than the limit', async () => {
  let running = 0;
  let most = 0;
  const job = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  };
  for await (const _ of runInOrder(Array(7).fill(job), 3));
  expect(most).toBe(3);
});

test('a consumer that stops early starts no further job and leaves none running', async () => {
  let started = 0;
  let ended = 0;
  const job = async () => {
    started++;
    await new Promise(setImmediate);
    ended++;
  };
  for await (const _ of runInOrder(Array(9).fill(job), 2)) break;
  expect(started).toBe(3);
  expect(ended).toBe(3);
});

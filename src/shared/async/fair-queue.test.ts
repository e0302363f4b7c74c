import { expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { createFairQueue, type FairQueue } from './semaphore.ts';

const never = new AbortController().signal;

/** Queues requesters in this order, one turn each, and returns the order in which they were served. */
async function serve(queue: FairQueue, requesters: readonly string[]): Promise<string[]> {
  const served: string[] = [];
  const turns = requesters.map(async requester => {
    const leave = await queue.acquire(requester, never);
    served.push(requester);
    await new Promise(resolve => setTimeout(resolve, 1));
    leave();
  });
  await Promise.all(turns);
  return served;
}

test('requesters are served first come, first served', async () => {
  expect(await serve(createFairQueue(1), ['Ada', 'Ben', 'Cem'])).toEqual(['Ada', 'Ben', 'Cem']);
});

test('a requester with many tasks takes turns with the others', async () => {
  const served = await serve(createFairQueue(1), ['Mal', 'Mal', 'Mal', 'Ada', 'Ben', 'Ben']);
  expect(served).toEqual(['Mal', 'Ada', 'Ben', 'Mal', 'Ben', 'Mal']);
});

test('a requester never runs two tasks at once, even if a slot is free', async () => {
  const queue = createFairQueue(2);
  const leave = await queue.acquire('Mal', never);
  const second = queue.acquire('Mal', never);
  expect(queue.readLoad()).toEqual({ busy: 1, waiting: 1 });
  const leaveToo = await queue.acquire('Ada', never);
  expect(queue.readLoad()).toEqual({ busy: 2, waiting: 1 });
  leave();
  (await second)();
  leaveToo();
  expect(queue.readLoad()).toEqual({ busy: 0, waiting: 0 });
});

test('cancelling while waiting does not block those behind', async () => {
  const queue = createFairQueue(1);
  const leave = await queue.acquire('Ada', never);
  const impatient = new AbortController();
  const second = queue.acquire('Ben', impatient.signal);
  const third = queue.acquire('Cem', never);
  const reason = new CodedError('unavailable', { message: 'enough' });
  impatient.abort(reason);
  await expect(second).rejects.toBe(reason);
  expect(queue.readLoad()).toEqual({ busy: 1, waiting: 1 });
  leave();
  (await third)();
});

test("cancelling the first task keeps the requester's other turn", async () => {
  const queue = createFairQueue(1);
  const leave = await queue.acquire('Ada', never);
  const impatient = new AbortController();
  const first = queue.acquire('Ben', impatient.signal);
  const second = queue.acquire('Ben', never);
  impatient.abort();
  await expect(first).rejects.toMatchObject({ code: 'client_closed' });
  leave();
  (await second)();
  expect(queue.readLoad()).toEqual({ busy: 0, waiting: 0 });
});

test('a cancelled requester is not admitted', async () => {
  const late = AbortSignal.abort(new Error('too late'));
  const queue = createFairQueue(1);
  await expect(queue.acquire('Ada', late)).rejects.toMatchObject({ code: 'client_closed' });
  expect(queue.readLoad()).toEqual({ busy: 0, waiting: 0 });
});

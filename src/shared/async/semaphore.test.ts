import { expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { createSemaphore } from './semaphore.ts';

const never = new AbortController().signal;

test('admits only so many at once, the others in order', async () => {
  const { acquire } = createSemaphore(1);
  const order: string[] = [];
  const release = await acquire(never);
  const second = acquire(never).then(leave => {
    order.push('second');
    leave();
  });
  const third = acquire(never).then(leave => {
    order.push('third');
    leave();
  });
  order.push('first');
  release();
  await Promise.all([second, third]);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('cancelling while waiting returns at once and does not block those behind', async () => {
  const { acquire, readLoad } = createSemaphore(1);
  const release = await acquire(never);
  const impatient = new AbortController();
  const second = acquire(impatient.signal);
  const third = acquire(never);
  expect(readLoad()).toEqual({ busy: 1, waiting: 2 });
  const reason = new CodedError('unavailable', { message: 'enough' });
  impatient.abort(reason);
  expect(readLoad()).toEqual({ busy: 1, waiting: 1 });
  await expect(second).rejects.toBe(reason);
  release();
  (await third)();
  expect(readLoad()).toEqual({ busy: 0, waiting: 0 });
});

test('a cancelled caller is not admitted', async () => {
  const { acquire, readLoad } = createSemaphore(1);
  await expect(acquire(AbortSignal.abort(new Error('too late')))).rejects.toMatchObject({
    code: 'client_closed',
  });
  expect(readLoad()).toEqual({ busy: 0, waiting: 0 });
});

test('an admitted caller that is cancelled keeps its place until it releases it', async () => {
  const { acquire, readLoad } = createSemaphore(1);
  const holder = new AbortController();
  const release = await acquire(holder.signal);
  holder.abort();
  expect(readLoad()).toEqual({ busy: 1, waiting: 0 });
  release();
  expect(readLoad()).toEqual({ busy: 0, waiting: 0 });
});

test('releasing a place twice frees one place', async () => {
  const { acquire, readLoad } = createSemaphore(1);
  const release = await acquire(never);
  const second = acquire(never);
  const third = acquire(never);
  release();
  release();
  await second;
  expect(readLoad()).toEqual({ busy: 1, waiting: 1 });
  (await second)();
  (await third)();
});

test('added places go to waiting callers, and removed places interrupt nobody', async () => {
  const { acquire, setPlaces, readLoad } = createSemaphore(1);
  const releases = [await acquire(never)];
  const second = acquire(never);
  const third = acquire(never);
  setPlaces(2);
  releases.push(await second);
  expect(readLoad()).toEqual({ busy: 2, waiting: 1 });
  setPlaces(1);
  expect(readLoad()).toEqual({ busy: 2, waiting: 1 });
  releases.pop()?.();
  expect(readLoad()).toEqual({ busy: 1, waiting: 1 });
  releases.pop()?.();
  (await third)();
});

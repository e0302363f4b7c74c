import { expect, test } from 'vitest';
import { standStill } from '../../../tests/support/stand-still.ts';
import { CodedError } from '../errors.ts';
import { limitSignal, limitTime, waitAtMost } from './limit-time.ts';

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

test('the callback runs once when the limit passes', async () => {
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

test('the callback does not run if the work finishes in time', async () => {
  let calls = 0;
  const cancel = limitTime(30, () => {
    calls += 1;
  });
  cancel();
  await sleep(60);
  expect(calls).toBe(0);
});

test('after a long block of the event loop, pending input is handled before the limit fires', async () => {
  const order: string[] = [];
  const { promise: late, resolve } = Promise.withResolvers<void>();
  limitTime(60, () => {
    order.push('late');
    resolve();
  });
  // Two turns of the event loop: due timers run between them, before pending input is read.
  setImmediate(() => setImmediate(() => order.push('answer')));
  standStill(200);
  await late;
  expect(order).toEqual(['answer', 'late']);
});

test('a block of the event loop uses one check of the limit, not its wall-clock time', async () => {
  const cancel = limitTime(600, () => {});
  standStill(400);
  expect(cancel()).toBe(100);
});

test('elapsed time counts toward the limit', async () => {
  const startedAt = performance.now();
  const cancel = limitTime(60_000, () => {});
  await sleep(50);
  const usedMs = cancel();
  expect(usedMs).toBeGreaterThan(40);
  expect(usedMs).toBeLessThanOrEqual(performance.now() - startedAt);
});

test('work that finishes in time returns its result or throws its error', async () => {
  const fail = () => {
    throw new Error('late');
  };
  expect(await waitAtMost(1000, Promise.resolve('done'), fail)).toBe('done');
  await expect(waitAtMost(1000, Promise.reject(new Error('broken')), fail)).rejects.toThrow('broken');
});

test('late work is replaced by the given result, and its later failure is ignored', async () => {
  const { promise: work, reject } = Promise.withResolvers<string>();
  expect(await waitAtMost(10, work, () => 'late')).toBe('late');
  const throwing = waitAtMost(10, work, () => {
    throw new CodedError('unavailable');
  });
  await expect(throwing).rejects.toMatchObject({ code: 'unavailable' });
  // Vitest fails on unhandled rejections.
  reject(new Error('later'));
  await sleep(1);
});

test('a signal with a limit fires when the time is over, with the reason', async () => {
  const reason = new CodedError('provider_timeout');
  using limited = limitSignal(20, undefined, reason);
  await new Promise(resolve => limited.signal.addEventListener('abort', resolve));
  expect([limited.isLate, limited.signal.reason]).toEqual([true, reason]);
});

test('a signal with a limit fires with its parent signal and is not late then', async () => {
  const caller = new AbortController();
  using limited = limitSignal(60_000, caller.signal, new CodedError('provider_timeout'));
  const reason = new CodedError('client_closed');
  caller.abort(reason);
  expect([limited.isLate, limited.signal.reason]).toEqual([false, reason]);
});

test('disposing of a limited signal cancels its limit', async () => {
  const caller = new AbortController();
  const { signal } = (() => {
    using limited = limitSignal(20, caller.signal, new CodedError('provider_timeout'));
    return limited;
  })();
  await sleep(60);
  expect(signal.aborted).toBe(false);
});

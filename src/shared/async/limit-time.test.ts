import { expect, test } from 'vitest';
import { blockEventLoop } from '../../../tests/support/block-event-loop.ts';
import { CodedError } from '../errors.ts';
import { limitSignal, limitTime, waitAtMost } from './limit-time.ts';

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
  blockEventLoop(200);
  await late;
  expect(order).toEqual(['answer', 'late']);
});

test('whoever stood still has used one look of the limit, not the time by the clock', async () => {
  const callOff = limitTime(600, () => {});
  blockEventLoop(400);
  expect(callOff()).toBe(100);
});

test('what took its time has used that much of the limit', async () => {
  const startedAt = performance.now();
  const callOff = limitTime(60_000, () => {});
  await sleep(50);
  const usedMs = callOff();
  expect(usedMs).toBeGreaterThan(40);
  expect(usedMs).toBeLessThanOrEqual(performance.now() - startedAt);
});

test('work in time gives what it gives, or throws what it throws', async () => {
  const fail = () => {
    throw new Error('late');
  };
  expect(await waitAtMost(1000, Promise.resolve('done'), fail)).toBe('done');
  await expect(waitAtMost(1000, Promise.reject(new Error('broken')), fail)).rejects.toThrow('broken');
});

test('in place of work that comes late there is what was said for that, and its failure disturbs nobody', async () => {
  const { promise: work, reject } = Promise.withResolvers<string>();
  expect(await waitAtMost(10, work, () => 'late')).toBe('late');
  const throwing = waitAtMost(10, work, () => {
    throw new CodedError('unavailable');
  });
  await expect(throwing).rejects.toMatchObject({ code: 'unavailable' });
  // Vitest fails a run in which a rejection is left alone.
  reject(new Error('later'));
  await sleep(1);
});

test('a signal with a limit fires when time is up, and says why', async () => {
  const reason = new CodedError('provider_timeout');
  using limited = limitSignal(20, undefined, reason);
  await new Promise(resolve => limited.signal.addEventListener('abort', resolve));
  expect([limited.isLate, limited.signal.reason]).toEqual([true, reason]);
});

test('a signal with a limit fires with the one that it was made of, which is not late', async () => {
  const caller = new AbortController();
  using limited = limitSignal(60_000, caller.signal, new CodedError('provider_timeout'));
  const reason = new CodedError('client_closed');
  caller.abort(reason);
  expect([limited.isLate, limited.signal.reason]).toEqual([false, reason]);
});

test('the limit of a signal is called off by whoever is done', async () => {
  const caller = new AbortController();
  const { signal } = (() => {
    using limited = limitSignal(20, caller.signal, new CodedError('provider_timeout'));
    return limited;
  })();
  await sleep(60);
  expect(signal.aborted).toBe(false);
});

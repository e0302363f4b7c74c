import { describe, expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { SharedWork } from './shared-work.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to, or stopped. */
function startWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = new SharedWork(() => promise);
  work.signal.addEventListener('abort', () => reject(work.signal.reason));
  return { work, finish: resolve, fail: reject };
}

describe('shared work', () => {
  test('gives all who wait the same', async () => {
    const { work, finish } = startWork();
    const waiting = [work.waitFor(never), work.waitFor(never)];
    finish('done');
    expect(await Promise.all(waiting)).toEqual(['done', 'done']);
  });

  test('fails for all who wait', async () => {
    const { work, fail } = startWork();
    const waiting = [work.waitFor(never), work.waitFor(never)];
    fail(new CodedError('provider_busy'));
    const ended = await Promise.allSettled(waiting);
    expect(ended).toMatchObject([
      { reason: { code: 'provider_busy' } },
      { reason: { code: 'provider_busy' } },
    ]);
  });

  test('goes on while one still waits, and is stopped by the last who leaves', async () => {
    const { work } = startWork();
    const first = new AbortController();
    const last = new AbortController();
    const waiting = [work.waitFor(first.signal), work.waitFor(last.signal)];
    expect(work.waiting).toBe(2);
    first.abort();
    await expect(waiting[0]).rejects.toMatchObject({ code: 'client_closed' });
    expect(work.waiting).toBe(1);
    expect([work.isDeserted, work.signal.aborted]).toEqual([false, false]);
    last.abort(new CodedError('unavailable'));
    await expect(waiting[1]).rejects.toMatchObject({ code: 'unavailable' });
    expect([work.isDeserted, work.signal.aborted]).toEqual([true, true]);
    await work.waitForEnd();
  });

  test('may know a reason to go on without anybody', async () => {
    const { work, finish } = startWork();
    let deserted = 0;
    work.whenDeserted = () => {
      deserted += 1;
    };
    const leaver = new AbortController();
    const left = work.waitFor(leaver.signal);
    leaver.abort();
    await expect(left).rejects.toMatchObject({ code: 'client_closed' });
    expect([deserted, work.signal.aborted]).toEqual([1, false]);
    const late = work.waitFor(never);
    finish('done');
    expect(await late).toBe('done');
  });

  test('is not waited for by somebody who has left before', async () => {
    const { work, finish } = startWork();
    await expect(work.waitFor(AbortSignal.abort())).rejects.toMatchObject({ code: 'client_closed' });
    expect(work.isDeserted).toBe(true);
    finish('done');
  });
});

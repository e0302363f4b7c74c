import { describe, expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { SharedTask, shareTask } from './shared-task.ts';

const never = new AbortController().signal;

/** Work that a test ends, unless it is stopped. */
function startWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = new SharedTask(() => promise);
  work.signal.addEventListener('abort', () => reject(work.signal.reason));
  return { work, finish: resolve, fail: reject };
}

describe('a shared task', () => {
  test('gives all waiting callers the same result', async () => {
    const { work, finish } = startWork();
    const waiting = [work.waitFor(never), work.waitFor(never)];
    finish('done');
    expect(await Promise.all(waiting)).toEqual(['done', 'done']);
  });

  test('fails for all waiting callers', async () => {
    const { work, fail } = startWork();
    const waiting = [work.waitFor(never), work.waitFor(never)];
    fail(new CodedError('provider_busy'));
    const ended = await Promise.allSettled(waiting);
    expect(ended).toMatchObject([
      { reason: { code: 'provider_busy' } },
      { reason: { code: 'provider_busy' } },
    ]);
  });

  test('continues while one caller waits, and stops with the last', async () => {
    const { work } = startWork();
    const first = new AbortController();
    const last = new AbortController();
    const waiting = [work.waitFor(first.signal), work.waitFor(last.signal)];
    expect(work.waiting).toBe(2);
    first.abort();
    await expect(waiting[0]).rejects.toMatchObject({ code: 'client_closed' });
    expect(work.waiting).toBe(1);
    expect(work.signal.aborted).toBe(false);
    last.abort(new CodedError('unavailable'));
    await expect(waiting[1]).rejects.toMatchObject({ code: 'unavailable' });
    expect([work.waiting, work.signal.aborted]).toEqual([0, true]);
    await work.waitForEnd();
  });

  test('does not admit a cancelled caller', async () => {
    const { work, finish } = startWork();
    await expect(work.waitFor(AbortSignal.abort())).rejects.toMatchObject({ code: 'client_closed' });
    expect(work.waiting).toBe(0);
    finish('done');
  });
});

describe('a task shared by key', () => {
  function share() {
    const runs: { signal: AbortSignal; finish: (result: string) => void }[] = [];
    const ask = shareTask(signal => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => reject(signal.reason));
      runs.push({ signal, finish: resolve });
      return promise;
    });
    return { runs, ask };
  }

  test('runs once for parallel callers, and anew afterwards', async () => {
    const { runs, ask } = share();
    const both = [ask(never), ask(never)];
    await Promise.resolve();
    expect(runs).toHaveLength(1);
    runs[0]?.finish('first');
    expect(await Promise.all(both)).toEqual(['first', 'first']);
    const third = ask(never);
    await Promise.resolve();
    runs[1]?.finish('second');
    expect(await third).toBe('second');
  });

  test('starts anew for callers that come while a stopped run is ending', async () => {
    const { runs, ask } = share();
    const leaver = new AbortController();
    const first = ask(leaver.signal);
    await Promise.resolve();
    leaver.abort();
    await expect(first).rejects.toMatchObject({ code: 'client_closed' });
    expect(runs[0]?.signal.aborted).toBe(true);
    const second = ask(never);
    await Promise.resolve();
    runs[1]?.finish('done');
    expect(await second).toBe('done');
  });

  test('does not start for a cancelled caller', async () => {
    const { runs, ask } = share();
    await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ code: 'client_closed' });
    await Promise.resolve();
    expect(runs).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { unlessCancelled } from './cancellation.ts';
import { CodedError } from './errors.ts';

const never = new AbortController().signal;
const endless = new Promise<never>(() => {});

test('without a cancellation returns the result or throws the error of the work', async () => {
  expect(await unlessCancelled(Promise.resolve('done'), never)).toBe('done');
  const broken = new CodedError('provider_busy');
  await expect(unlessCancelled(Promise.reject(broken), never)).rejects.toBe(broken);
});

test('a cancelled caller receives the reason, and later failures are ignored', async () => {
  const leaver = new AbortController();
  const { promise: work, reject } = Promise.withResolvers<string>();
  const waiting = unlessCancelled(work, leaver.signal);
  const reason = new CodedError('unavailable');
  leaver.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  // Vitest fails on unhandled rejections.
  reject(new Error('later'));
  await new Promise(resolve => setTimeout(resolve));
});

test('a cancellation without a coded reason means that the client disconnected', async () => {
  const leaver = new AbortController();
  const waiting = unlessCancelled(endless, leaver.signal);
  leaver.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'client_closed' });
});

test('a caller cancelled before receives nothing, even if the result exists', async () => {
  await expect(unlessCancelled(Promise.resolve('done'), AbortSignal.abort())).rejects.toMatchObject({
    code: 'client_closed',
  });
  await expect(
    unlessCancelled(Promise.reject(new Error('broken')), AbortSignal.abort()),
  ).rejects.toMatchObject({
    code: 'client_closed',
  });
});

import { expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { unlessCancelled } from './unless-cancelled.ts';

const never = new AbortController().signal;
const endless = new Promise<never>(() => {});

test('who stays gets what the work gives, or what it throws', async () => {
  expect(await unlessCancelled(Promise.resolve('done'), never)).toBe('done');
  const broken = new CodedError('provider_busy');
  await expect(unlessCancelled(Promise.reject(broken), never)).rejects.toBe(broken);
});

test('who leaves is told why, and the work that fails afterwards disturbs nobody', async () => {
  const leaver = new AbortController();
  const { promise: work, reject } = Promise.withResolvers<string>();
  const waiting = unlessCancelled(work, leaver.signal);
  const reason = new CodedError('unavailable');
  leaver.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  // Vitest fails a run in which a rejection is left alone.
  reject(new Error('later'));
  await new Promise(resolve => setTimeout(resolve));
});

test('who left without a word of ours has closed the connection', async () => {
  const leaver = new AbortController();
  const waiting = unlessCancelled(endless, leaver.signal);
  leaver.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'client_closed' });
});

test('who left before gets nothing, not even what is there', async () => {
  await expect(unlessCancelled(Promise.resolve('done'), AbortSignal.abort())).rejects.toMatchObject({
    code: 'client_closed',
  });
  await expect(
    unlessCancelled(Promise.reject(new Error('broken')), AbortSignal.abort()),
  ).rejects.toMatchObject({
    code: 'client_closed',
  });
});

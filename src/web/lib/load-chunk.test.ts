import { afterEach, expect, test, vi } from 'vitest';
import { ChunkLoadError } from './failures.ts';
import { loadChunk } from './load-chunk.ts';

afterEach(() => vi.useRealTimers());

test('a lazy chunk is loaded', async () => {
  expect(await loadChunk('media', async () => 'part')).toBe('part');
});

test('a failed load names the chunk', async () => {
  const loading = loadChunk('media', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(loading).rejects.toThrow('Loading chunk "media" failed (it could not be fetched).');
});

test('a load that takes too long fails with the time waited', async () => {
  vi.useFakeTimers();
  const loading = loadChunk('media', () => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  const error = await loading;
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({
    message: 'Loading chunk "media" failed (it did not arrive within 120 seconds).',
  });
});

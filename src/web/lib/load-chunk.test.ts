import { expect, test } from 'vitest';
import { ChunkLoadError, loadChunk } from './load-chunk.ts';

test('a lazy part of the page arrives', async () => {
  expect(await loadChunk('media', async () => 'part')).toBe('part');
});

test('a part that cannot be fetched says that loading a chunk failed, and which', async () => {
  const loading = loadChunk('media', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(loading).rejects.toThrow('Loading chunk "media" failed (it could not be fetched).');
});

test('a part that does not arrive in time has failed', async () => {
  const loading = loadChunk('media', () => new Promise(() => {}), 1);
  await expect(loading).rejects.toBeInstanceOf(ChunkLoadError);
});

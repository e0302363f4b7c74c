import { expect, test } from 'vitest';
import { computeFingerprint } from './fingerprint.ts';

function toFile(bytes: Uint8Array) {
  return { size: bytes.length, read: async (start: number, end: number) => bytes.slice(start, end) };
}

const video = Uint8Array.from({ length: 200_000 }, (_, at) => (at * at) % 251);

test('the same bytes have the same fingerprint on every host and in every version', async () => {
  expect(await computeFingerprint(toFile(video))).toBe(await computeFingerprint(toFile(video.slice())));
  expect(await computeFingerprint(toFile(new TextEncoder().encode('a')))).toBe('1-262p94epp1d-262p94epp1d');
});

test.each([
  ['its first byte', video.with(0, 1)],
  ['its last byte', video.with(-1, 255)],
  ['its length', video.slice(0, -1)],
])('a video that differs in %s has another fingerprint', async (_, other) => {
  expect(await computeFingerprint(toFile(other))).not.toBe(await computeFingerprint(toFile(video)));
});

test('of a large file only the ends are read', async () => {
  const read: number[] = [];
  const file = {
    size: 1e12,
    read: async (start: number, end: number) => {
      read.push(end - start);
      return new Uint8Array(end - start);
    },
  };
  await computeFingerprint(file);
  expect(read).toEqual([65_536, 65_536]);
});

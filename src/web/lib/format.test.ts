import { expect, test } from 'vitest';
import { formatBytes, formatDuration } from './format.ts';

test('bytes are formatted with units', () => {
  expect([0, 1, 1500, 1.4 * 1024 ** 2, 25 * 1024 ** 2, 2 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 kB',
    '1 kB',
    '1 kB',
    '1.4 MB',
    '25 MB',
    '2 GB',
  ]);
});

test('durations are formatted like a clock', () => {
  expect([0.2, 7.8, 30, 61, 3600, 3750].map(formatDuration)).toEqual([
    '0:01',
    '0:08',
    '0:30',
    '1:01',
    '1:00:00',
    '1:02:30',
  ]);
});

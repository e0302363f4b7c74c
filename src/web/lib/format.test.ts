import { expect, test } from 'vitest';
import { formatBytes, formatClock, formatDuration } from './format.ts';

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
    '0:07',
    '0:30',
    '1:01',
    '1:00:00',
    '1:02:30',
  ]);
});

test('the clock begins at 0:00 and counts seconds that have passed', () => {
  expect(formatClock(0)).toBe('0:00');
  expect(formatClock(0.98)).toBe('0:00');
  expect(formatClock(0.9999)).toBe('0:01');
  expect(formatClock(72.4)).toBe('1:12');
  expect(formatClock(3750)).toBe('1:02:30');
});

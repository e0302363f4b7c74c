import { expect, test } from 'vitest';
import { getRetryAfterSeconds } from './failure.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['seconds', { 'retry-after': '2' }, 2],
  ['parts of a second, rounded up', { 'retry-after': '0.2' }, 1],
  ['zero, rounded up to a second', { 'retry-after': '0' }, 1],
  ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, 60],
  ['milliseconds, which take precedence', { 'retry-after-ms': '2500', 'retry-after': '9' }, 3],
  ['longer than a day', { 'retry-after': '9999999' }, 86_400],
  ['a date that has passed', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, undefined],
  ['a negative time', { 'retry-after': '-5' }, undefined],
  ['nonsense', { 'retry-after': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('the wait time of a provider is read: %s', (_, headers, expected) => {
  expect(getRetryAfterSeconds(new Headers(headers as Record<string, string>), now)).toBe(expected);
});

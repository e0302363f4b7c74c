import { expect, test } from 'vitest';
import { describeDays, describeDuration } from './describe-duration.ts';

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [900, '15 minutes'],
  [3600, '1 hour'],
  [5400, '90 minutes'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(describeDuration(seconds)).toBe(text);
});

test('days are said as days', () => {
  expect([describeDays(1), describeDays(365)]).toEqual(['1 day', '365 days']);
});

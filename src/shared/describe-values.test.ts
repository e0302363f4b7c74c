import { expect, test } from 'vitest';
import { describeCost, describeDays, describeDuration, describeWait } from './describe-values.ts';

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [900, '15 minutes'],
  [3600, '1 hour'],
  [5400, '90 minutes'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
])('%i seconds are shown as %s', (seconds, text) => {
  expect(describeDuration(seconds)).toBe(text);
});

test('days are not shown as weeks', () => {
  expect([describeDays(1), describeDays(365)]).toEqual(['1 day', '365 days']);
});

test.each([
  [1, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('a wait of %i seconds is shown as %s', (seconds, wait) => {
  expect(describeWait(seconds)).toBe(wait);
});

test.each([
  [0, '$0.00', '$0.00+'],
  [0.000_000_001, '<$0.001', '$0.00+'],
  [0.000_999, '<$0.001', '$0.001+'],
  [0.001, '$0.001', '$0.001+'],
  [0.0034, '$0.003', '$0.003+'],
  [0.02, '$0.02', '$0.02+'],
  [0.0994, '$0.099', '$0.099+'],
  [0.124, '$0.12', '$0.12+'],
  [1.2, '$1.20', '$1.20+'],
  [1234.567, '$1,234.57', '$1,234.57+'],
])('%d dollars are shown as %s, or %s if part of the price is unknown', (dollars, complete, incomplete) => {
  expect(describeCost({ dollars, isComplete: true })).toBe(complete);
  expect(describeCost({ dollars, isComplete: false })).toBe(incomplete);
});

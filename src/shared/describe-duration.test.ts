import { expect, test } from 'vitest';
import {
  describeDays,
  describeDuration,
  describeWait,
  spellDuration,
  spellSpan,
} from './describe-duration.ts';

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

test.each([
  [3600, 'one hour', 'an hour'],
  [86_400, 'one day', 'a day'],
  [60, 'one minute', 'a minute'],
  [600, 'ten minutes', 'ten minutes'],
  [900, 'a quarter of an hour', 'a quarter of an hour'],
  [1200, '20 minutes', '20 minutes'],
  [7200, 'two hours', 'two hours'],
])('%i seconds are spelled as %s, or %s', (seconds, spelled, span) => {
  expect([spellDuration(seconds), spellSpan(seconds)]).toEqual([spelled, span]);
});

test.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('who is to wait for %i seconds is told to wait %s', (seconds, wait) => {
  expect(describeWait(seconds)).toBe(wait);
});

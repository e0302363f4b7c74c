import { expect, test } from 'vitest';
import { describeCost } from './describe-cost.ts';

test.each([
  [0, 'nothing'],
  [0.000_000_001, 'less than 0.1 cents'],
  [0.000_999, 'less than 0.1 cents'],
  [0.001, 'about 0.1 cents'],
  [0.0034, 'about 0.3 cents'],
  [0.009_99, 'about 1 cent'],
  [0.01, 'about 1 cent'],
  [0.0144, 'about 1.4 cents'],
  [0.02, 'about 2 cents'],
  [0.0994, 'about 9.9 cents'],
  [0.0996, 'about 10 cents'],
  [0.124, 'about 12 cents'],
  [0.994, 'about 99 cents'],
  [0.996, 'about 1.00 dollars'],
  [1.2, 'about 1.20 dollars'],
  [1234.567, 'about 1,234.57 dollars'],
])('%d dollars are %s', (dollars, text) => {
  expect(describeCost({ dollars, isComplete: true })).toBe(text);
});

test.each([
  [0, 'more than nothing'],
  [0.0034, 'at least 0.3 cents'],
  [1.2, 'at least 1.20 dollars'],
])('%d dollars and something more are %s', (dollars, text) => {
  expect(describeCost({ dollars, isComplete: false })).toBe(text);
});

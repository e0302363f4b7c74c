import { expect, test } from 'vitest';
import { formatDollars } from './format-dollars.ts';

test('dollars have cents, and small amounts tenths of a cent', () => {
  expect([0, 0.0004, 0.003, 0.0204, 0.118, 1.2, 1234.5].map(formatDollars)).toEqual([
    '$0.00',
    '<$0.001',
    '$0.003',
    '$0.02',
    '$0.12',
    '$1.20',
    '$1,234.50',
  ]);
});

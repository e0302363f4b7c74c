import { expect, test } from 'vitest';
import { moveRow } from './use-list-keys.ts';

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 56, 56],
  ['PageDown', 3, 11],
  ['PageUp', 3, 0],
  ['Home', 30, 0],
  ['End', 30, 56],
  ['a', 30, undefined],
])('%s from row %i leads to %s', (key, row, next) => {
  expect(moveRow(row, key, 57)).toBe(next);
});

test('in an empty list no key leads anywhere', () => {
  expect(moveRow(0, 'ArrowDown', 0)).toBeUndefined();
});

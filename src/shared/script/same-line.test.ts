import { expect, test } from 'vitest';
import { isSameLine } from './list-print.ts';

test.each([
  ['Spring sale', 'Spnng sale', true],
  ['Spring sale', 'SPRING SALE!', true],
  ['Opening hours', 'Closing hours', false],
  ['IMG_4821.MOV', 'IMG_4822.MOV', false],
  ['Open', 'Opening hours', false],
  ['Opening', 'Opening hours', true],
  ['Yes', 'No', false],
  ['', 'Anything', false],
])('"%s" and "%s" are readings of one line: %s', (one, other, expected) => {
  expect(isSameLine(one, other)).toBe(expected);
});

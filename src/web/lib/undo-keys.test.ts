import { expect, test } from 'vitest';
import { findChangeEnd } from './undo-keys.ts';

test('after a step the cursor stands behind what was changed', () => {
  expect(findChangeEnd('A calm sea.', 'A calm, wide sea.')).toBe('A calm, wide'.length);
  expect(findChangeEnd('A calm, wide sea.', 'A calm sea.')).toBe('A calm'.length);
  expect(findChangeEnd('', 'Hello.')).toBe(6);
  expect(findChangeEnd('Hello.', '')).toBe(0);
  expect(findChangeEnd('aa', 'aaa')).toBe(1);
});

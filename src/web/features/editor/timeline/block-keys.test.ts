import { expect, test } from 'vitest';
import { readBlockKey } from './block-keys.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  altKey: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
});

test('arrows, Home, End and page keys go from line to line, and no further than the last', () => {
  expect(readBlockKey(press('ArrowRight'), 3, 40)).toEqual({ kind: 'go', index: 4 });
  expect(readBlockKey(press('ArrowRight'), 39, 40)).toEqual({ kind: 'go', index: 39 });
  expect(readBlockKey(press('ArrowLeft'), 0, 40)).toEqual({ kind: 'go', index: 0 });
  expect(readBlockKey(press('End'), 3, 40)).toEqual({ kind: 'go', index: 39 });
  expect(readBlockKey(press('PageDown'), 35, 40)).toEqual({ kind: 'go', index: 39 });
});

test('with Alt a line moves by a tenth of a second, with Shift by a second', () => {
  expect(readBlockKey(press('ArrowLeft', { altKey: true }), 3, 40)).toEqual({
    kind: 'move',
    bySeconds: -0.1,
  });
  expect(readBlockKey(press('ArrowRight', { shiftKey: true }), 3, 40)).toEqual({
    kind: 'move',
    bySeconds: 1,
  });
  expect(readBlockKey(press('.'), 3, 40)).toEqual({ kind: 'move', bySeconds: 0.1 });
});

test('Enter goes to the line in the video; keys of the browser stay its own', () => {
  expect(readBlockKey(press('Enter'), 3, 40)).toEqual({ kind: 'seek' });
  expect(readBlockKey(press('ArrowLeft', { ctrlKey: true }), 3, 40)).toBeUndefined();
  expect(readBlockKey(press('Home', { altKey: true }), 3, 40)).toBeUndefined();
});

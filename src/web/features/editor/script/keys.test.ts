import { expect, test } from 'vitest';
import { readBlockKey, readKey } from './keys.tsx';

const toPressed = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  altKey: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
});
const press = (...pressed: Parameters<typeof toPressed>) => readKey(toPressed(...pressed));

test('space and K play and pause, also with Caps Lock', () => {
  for (const key of [' ', 'k', 'K']) expect(press(key)).toEqual({ kind: 'toggle' });
});

test.each([
  ['J', {}, -10],
  ['l', {}, 10],
  ['ArrowLeft', {}, -1],
  ['ArrowRight', { shiftKey: true }, 5],
  [',', {}, -0.1],
  ['.', {}, 0.1],
])('%s moves the playhead', (key, held, seconds) => {
  expect(press(key, held)).toEqual({ kind: 'seek by', seconds });
});

test('Home and End go to the start and the end', () => {
  expect(press('Home')).toEqual({ kind: 'seek to', end: 'start' });
  expect(press('End')).toEqual({ kind: 'seek to', end: 'end' });
});

test('plus, minus, zero, F and the question mark press their buttons', () => {
  const shortcuts = ['+', '=', '-', '0', 'F', '?'].map(key => press(key));
  expect(shortcuts).toEqual(
    ['Plus', 'Plus', '-', '0', 'f', '?'].map(shortcut => ({ kind: 'press', shortcut })),
  );
});

test('Ctrl or Cmd with Z undoes, with Shift or Ctrl+Y it redoes', () => {
  expect(press('z', { ctrlKey: true })).toEqual({ kind: 'undo' });
  expect(press('z', { metaKey: true })).toEqual({ kind: 'undo' });
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toEqual({ kind: 'redo' });
  expect(press('y', { ctrlKey: true })).toEqual({ kind: 'redo' });
});

test('keys of the browser stay its own', () => {
  expect(press('l', { ctrlKey: true })).toBeUndefined();
  expect(press('+', { ctrlKey: true })).toBeUndefined();
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
  expect(press('Tab')).toBeUndefined();
});

test('arrows, Home, End and page keys go from line to line, and no further than the last', () => {
  expect(readBlockKey(toPressed('ArrowRight'), 3, 40)).toEqual({ kind: 'go', index: 4 });
  expect(readBlockKey(toPressed('ArrowRight'), 39, 40)).toEqual({ kind: 'go', index: 39 });
  expect(readBlockKey(toPressed('ArrowLeft'), 0, 40)).toEqual({ kind: 'go', index: 0 });
  expect(readBlockKey(toPressed('End'), 3, 40)).toEqual({ kind: 'go', index: 39 });
  expect(readBlockKey(toPressed('PageDown'), 35, 40)).toEqual({ kind: 'go', index: 39 });
});

test('with Alt a line moves by a tenth of a second, with Shift by a second', () => {
  expect(readBlockKey(toPressed('ArrowLeft', { altKey: true }), 3, 40)).toEqual({
    kind: 'move',
    bySeconds: -0.1,
  });
  expect(readBlockKey(toPressed('ArrowRight', { shiftKey: true }), 3, 40)).toEqual({
    kind: 'move',
    bySeconds: 1,
  });
  expect(readBlockKey(toPressed('.'), 3, 40)).toEqual({ kind: 'move', bySeconds: 0.1 });
});

test('Enter goes to the line in the video; keys of the browser stay its own', () => {
  expect(readBlockKey(toPressed('Enter'), 3, 40)).toEqual({ kind: 'seek' });
  expect(readBlockKey(toPressed('ArrowLeft', { ctrlKey: true }), 3, 40)).toBeUndefined();
  expect(readBlockKey(toPressed('Home', { altKey: true }), 3, 40)).toBeUndefined();
});

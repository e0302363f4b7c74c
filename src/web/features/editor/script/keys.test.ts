import { expect, test } from 'vitest';
import { readKey } from './keys.tsx';

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  readKey({ key, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false, ...held });

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

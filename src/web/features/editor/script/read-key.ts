import { readUndoStep } from '../../../lib/undo-keys.ts';

export type KeyAction =
  | { readonly kind: 'toggle' }
  /** By seconds of the preview. */
  | { readonly kind: 'seek by'; readonly seconds: number }
  | { readonly kind: 'seek to'; readonly end: 'start' | 'end' }
  | { readonly kind: 'undo' | 'redo' }
  /** Presses the button that names this key in its `aria-keyshortcuts`. */
  | { readonly kind: 'press'; readonly shortcut: string };

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** As in YouTube and Descript. */
const seekKeys: Record<string, number | undefined> = { j: -10, l: 10, ',': -0.1, '.': 0.1 };
const arrowKeys: Record<string, 1 | -1 | undefined> = { ArrowLeft: -1, ArrowRight: 1 };
const longStepSeconds = 5;
const buttonKeys: Record<string, string | undefined> = {
  f: 'f',
  '+': 'Plus',
  '=': 'Plus',
  '-': '-',
  '0': '0',
  '?': '?',
};

/** @returns undefined for keys of the browser and of others */
export function readKey(pressed: PressedKey): KeyAction | undefined {
  const { altKey, shiftKey, ctrlKey, metaKey } = pressed;
  const step = readUndoStep(pressed);
  if (step) return { kind: step };
  if (ctrlKey || metaKey || altKey) return undefined;
  const arrow = arrowKeys[pressed.key];
  if (arrow) return { kind: 'seek by', seconds: arrow * (shiftKey ? longStepSeconds : 1) };
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  const seconds = seekKeys[key];
  if (seconds !== undefined) return { kind: 'seek by', seconds };
  if (key === ' ' || key === 'k') return { kind: 'toggle' };
  if (key === 'Home') return { kind: 'seek to', end: 'start' };
  if (key === 'End') return { kind: 'seek to', end: 'end' };
  const shortcut = buttonKeys[key];
  return shortcut === undefined ? undefined : { kind: 'press', shortcut };
}

import type { KeyboardEvent } from 'react';

/** Where a list opens that a field opens: at what is chosen, at an end, or at what was typed on the closed field. */
export type Opening =
  | { readonly at: 'chosen' | 'first' | 'last' }
  | { readonly at: 'typed'; readonly typed: string };

/** How a key on the closed field opens the list; undefined for keys that do not. Enter and Space are clicks. */
export function readOpenKey(key: string): Opening | undefined {
  if (key === 'ArrowDown' || key === 'ArrowUp') return { at: 'chosen' };
  if (key === 'Home') return { at: 'first' };
  if (key === 'End') return { at: 'last' };
  const isLetter = [...key].length === 1 && key !== ' ';
  return isLetter ? { at: 'typed', typed: key } : undefined;
}

/** Shortcuts of the browser, and keys with which a word is being put together. */
export function isForOthers({ ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || nativeEvent.isComposing;
}

/** With a list and not its search box in focus, no keyboard covers half of a telephone's screen. */
export function isTouched(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
}

import type { Voice } from '#shared/voices.ts';

/** At which voice the list opens. */
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

export function getFirstRow({ at }: Opening, names: readonly Voice[], chosen: Voice | undefined): number {
  if (at === 'last') return names.length - 1;
  return at === 'first' || chosen === undefined ? 0 : Math.max(names.indexOf(chosen), 0);
}

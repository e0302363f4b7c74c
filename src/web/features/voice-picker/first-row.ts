import type { Voice } from '#shared/voices.ts';
import type { Opening } from '../../lib/open-key.ts';

/** The row at which the list of voices opens. */
export function getFirstRow({ at }: Opening, names: readonly Voice[], chosen: Voice | undefined): number {
  if (at === 'last') return names.length - 1;
  return at === 'first' || chosen === undefined ? 0 : Math.max(names.indexOf(chosen), 0);
}

import { describeDuration } from './describe-values.ts';
import { spellCount } from './spell-count.ts';

// biome-ignore lint/performance/noBarrelFile: until all callers import from describe-values.ts
export { describeDays, describeDuration, describeWait } from './describe-values.ts';

/** `one hour`, `ten minutes`, `a quarter of an hour`: in words, as a sentence says it. */
export function spellDuration(seconds: number): string {
  if (seconds === 15 * 60) return 'a quarter of an hour';
  const [count, unit] = describeDuration(seconds).split(' ');
  return `${spellCount(Number(count))} ${unit}`;
}

/** `a minute`, `an hour`, `two days`: as a sentence says it that does not stress the one. */
export function spellSpan(seconds: number): string {
  const [count, unit] = describeDuration(seconds).split(' ');
  if (count !== '1') return spellDuration(seconds);
  return unit === 'hour' ? 'an hour' : `a ${unit}`;
}

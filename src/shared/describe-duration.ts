import { spellCount } from './spell-count.ts';

const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** In the largest unit that tells it exactly. */
function measure(seconds: number) {
  const [unit, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1];
  const count = seconds / length;
  return { count, unit, plural: count === 1 ? unit : `${unit}s` };
}

/** `7 days`, `1 hour`: in figures, as a table says it. */
export function describeDuration(seconds: number): string {
  const { count, plural } = measure(seconds);
  return `${count} ${plural}`;
}

export function describeDays(days: number): string {
  return describeDuration(days * 24 * 3600);
}

/** `one hour`, `ten minutes`, `a quarter of an hour`: in words, as a sentence says it. */
export function spellDuration(seconds: number): string {
  if (seconds === 15 * 60) return 'a quarter of an hour';
  const { count, plural } = measure(seconds);
  return `${spellCount(count)} ${plural}`;
}

/** `a minute`, `an hour`, `two days`: as a sentence says it that does not stress the one. */
export function spellSpan(seconds: number): string {
  const { count, unit } = measure(seconds);
  if (count !== 1) return spellDuration(seconds);
  return unit === 'hour' ? 'an hour' : `a ${unit}`;
}

/** `a minute`, `5 minutes`: how long somebody is to wait, in whole minutes that have passed by then. */
export function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

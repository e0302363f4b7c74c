import type { Readiness } from '#engines/ports.ts';

/** The operator is warned this many days before a model ends. */
export const endWarningDays = 60;
const dayMs = 24 * 3600 * 1000;

/**
 * Whole days until a model ends; 0 on the day itself, negative afterwards.
 * @param endsOn as in {@link Readiness}
 * @returns undefined for an invalid date
 */
export function countDaysLeft(endsOn: string, now: Date): number | undefined {
  const end = Date.parse(endsOn);
  if (Number.isNaN(end)) return undefined;
  return Math.floor(end / dayMs) - Math.floor(now.getTime() / dayMs);
}

/** A warning about a model that ends within {@link endWarningDays}, if it does. */
export function describeEnd(readiness: Readiness | undefined, now = new Date()): string | undefined {
  if (readiness?.kind !== 'ready' || readiness.endsOn === undefined) return undefined;
  const days = countDaysLeft(readiness.endsOn, now);
  if (days === undefined || days > endWarningDays) return undefined;
  const model = readiness.model ?? 'The model';
  if (days < 0) return `${model} was retired on ${readiness.endsOn}.`;
  return `${model} will be retired on ${readiness.endsOn}, ${describeDaysLeft(days)}.`;
}

function describeDaysLeft(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

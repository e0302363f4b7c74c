import type { Cost } from './api/costs.ts';

const locale = 'en';

const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `7 days`, `1 hour`: in the largest unit that gives a whole number. */
export function describeDuration(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1];
  return formatUnit(seconds / length, unit);
}

export function describeDays(days: number): string {
  return formatUnit(days, 'day');
}

/** `1 minute`, `5 minutes`: a waiting time in whole minutes. */
export function describeWait(seconds: number): string {
  return formatUnit(Math.ceil(seconds / 60), 'minute');
}

function formatUnit(count: number, unit: (typeof units)[number][0]): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** `captions, chapters, and timecode` */
export function describeList(items: readonly string[]): string {
  return new Intl.ListFormat(locale).format(items);
}

/** Smaller amounts are shown as less than this. */
const minDollars = 0.001;

/** `$0.003`, `$1.20`, `<$0.001`; `$1.20+` if part of the price is unknown. */
export function describeCost({ dollars, isComplete }: Cost): string {
  const isTiny = isComplete && dollars > 0 && dollars < minDollars;
  const shown = isTiny ? minDollars : dollars;
  const amount = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: shown < 0.1 ? 3 : 2,
  }).format(shown);
  return `${isTiny ? '<' : ''}${amount}${isComplete ? '' : '+'}`;
}

/** As {@link describeCost}, of a known amount. */
export function describeDollars(dollars: number): string {
  return describeCost({ dollars, isComplete: true });
}

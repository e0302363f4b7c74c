import type { Cost } from './api/costs.ts';

/** Less than this is not worth a number. */
const leastCents = 0.1;

/**
 * A sum of money as a sentence says it: `less than 0.1 cents`, `about 0.3 cents`, `about 12 cents`, `about 1.20 dollars`;
 * `at least 0.3 cents` where the price of some of it is not known.
 */
export function describeCost({ dollars, isComplete }: Cost): string {
  const cents = dollars * 100;
  if (cents < leastCents) {
    if (!isComplete) return 'more than nothing';
    return cents === 0 ? 'nothing' : `less than ${leastCents} cents`;
  }
  return `${isComplete ? 'about' : 'at least'} ${spellMoney(cents)}`;
}

function spellMoney(cents: number): string {
  const rounded = cents < 9.95 ? Math.round(cents * 10) / 10 : Math.round(cents);
  if (rounded >= 100) return `${formatDollars(cents / 100)} dollars`;
  return rounded === 1 ? '1 cent' : `${rounded} cents`;
}

function formatDollars(dollars: number): string {
  return dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

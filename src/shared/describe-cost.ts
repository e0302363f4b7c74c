/** Less than this is not worth a number. */
const leastCents = 0.1;

/**
 * A sum of money as a sentence says it: `less than 0.1 cents`, `about 0.3 cents`, `about 12 cents`, `about 1.20 dollars`.
 * @param dollars US dollars
 */
export function describeCost(dollars: number): string {
  const cents = dollars * 100;
  if (cents === 0) return 'nothing';
  if (cents < leastCents) return `less than ${leastCents} cents`;
  return `about ${spellMoney(cents)}`;
}

/** The same where some of the work has no known price: `at least 0.3 cents`. */
export function describeLeastCost(dollars: number): string {
  return dollars * 100 < leastCents ? 'more than nothing' : `at least ${spellMoney(dollars * 100)}`;
}

function spellMoney(cents: number): string {
  const rounded = cents < 9.95 ? Math.round(cents * 10) / 10 : Math.round(cents);
  if (rounded >= 100) return `${formatDollars(cents / 100)} dollars`;
  return rounded === 1 ? '1 cent' : `${rounded} cents`;
}

function formatDollars(dollars: number): string {
  return dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

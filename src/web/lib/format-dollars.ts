const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
});

const least = 0.001;

/** An amount such as "$1.20" or "$0.003"; "<$0.001" for less. */
export function formatDollars(amount: number): string {
  if (amount > 0 && amount < least) return `<${dollars.format(least)}`;
  return dollars.format(amount >= 0.1 ? Math.round(amount * 100) / 100 : amount);
}

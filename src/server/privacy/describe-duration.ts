const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `7 days`, `1 hour`: in the largest unit that tells it exactly. */
export function describeDuration(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function describeDays(days: number): string {
  return describeDuration(days * 24 * 3600);
}

const units = [
  ['GB', 3],
  ['MB', 2],
  ['kB', 1],
] as const;

/**
 * A limit as a person reads it, never more than it is: `2 GB` for 2,147,483,648 bytes as well as for 2,000,000,000, because
 * whoever sets a limit thinks in either.
 */
export function describeByteLimit(bytes: number): string {
  const [unit, power] = units.find(([, each]) => bytes >= 1000 ** each) ?? ['bytes', 0];
  const isBinary = (bytes * 10) % 1024 ** power === 0;
  const size = (isBinary ? 1024 : 1000) ** power;
  return `${Math.floor((bytes / size) * 100) / 100} ${unit}`;
}

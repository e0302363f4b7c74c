const binaryUnits = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['kB', 1024],
] as const;

const decimalUnits = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

/**
 * A limit as a person reads it, never more than it is: `2 GB` for 2,147,483,648 bytes as well as for 2,000,000,000, because
 * whoever sets a limit thinks in either.
 */
export function sayBytes(bytes: number): string {
  const exact = binaryUnits.find(([, size]) => bytes >= size && (bytes * 10) % size === 0);
  const [unit, size] = exact ?? decimalUnits.find(([, each]) => bytes >= each) ?? ['bytes', 1];
  return `${Math.floor((bytes / size) * 100) / 100} ${unit}`;
}

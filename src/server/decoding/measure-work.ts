/** Processor seconds that this process has used since its start, all its threads together. */
export function measureWorkSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Processor seconds of this process since its start, all threads. */
export function measureWorkSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

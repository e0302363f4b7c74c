import { readFileSync } from 'node:fs';

/** Ticks a second in the files of /proc, on every Linux (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

/** Processor seconds of a process with all its threads. */
export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may contain spaces; after it come 11 fields, then user and system time.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

import { readFileSync } from 'node:fs';

/** Ticks a second in the files of /proc, on every Linux (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

/** How many seconds a process has computed so far, all its threads together: other work on the machine does not count. */
export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces; after it come 11 fields, then the time in the program and in the kernel.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

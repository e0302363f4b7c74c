import { readdirSync, readFileSync } from 'node:fs';

/** How nice each thread of a process is to others: 0 unless it said otherwise, more for letting others go first. */
export function readPriorities(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map(thread => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    // The name may hold anything, so fields are counted from its end: niceness is the nineteenth of all.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

/** Memory that a process and all that it started hold, in bytes. */
export function measureTreeMemory(pid: number): number {
  const all = readdirSync('/proc').filter(name => /^\d+$/u.test(name));
  const children = all.filter(each => readParent(each) === pid).map(Number);
  return readMemory(pid) + children.reduce((sum, child) => sum + measureTreeMemory(child), 0);
}

function readParent(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function readMemory(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

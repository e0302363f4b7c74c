import { readdirSync, readFileSync } from 'node:fs';

/** How nice each thread of a process is to others: 0 unless it said otherwise, more for letting others go first. */
export function readPriorities(pid: number): number[] {
  // The name may hold anything, so fields are counted from its end: niceness is the nineteenth of all.
  return readdirSync(`/proc/${pid}/task`).flatMap(
    thread => readFields(`/proc/${pid}/task/${thread}/stat`)?.slice(16, 17).map(Number) ?? [],
  );
}

/** Memory of a process and all that it started, in bytes: each shared page counts once (Pss). */
export function measureTreeMemory(pid: number): number {
  const all = readdirSync('/proc').filter(name => /^\d+$/u.test(name));
  const children = all.filter(each => readParent(each) === pid).map(Number);
  return readMemory(pid) + children.reduce((sum, child) => sum + measureTreeMemory(child), 0);
}

function readParent(pid: string): number {
  return Number(readFields(`/proc/${pid}/stat`)?.[1]);
}

/** What follows the name of a process or thread; undefined where it has ended meanwhile. */
function readFields(statPath: string): string[] | undefined {
  try {
    const stat = readFileSync(statPath, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function readMemory(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

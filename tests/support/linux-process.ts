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
  return listTree(pid).reduce((sum, each) => sum + measureMemory(each), 0);
}

/** A process, all that it started, and what these started, by their ids; itself first. */
export function listTree(pid: number): number[] {
  const all = readdirSync('/proc').filter(name => /^\d+$/u.test(name));
  const parents = all.map(each => [Number(each), Number(readFields(`/proc/${each}/stat`)?.[1])] as const);
  const tree = [pid];
  for (const each of tree)
    tree.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
  return tree;
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

/** Memory of one process in bytes, where each page is shared out among those that have it (Pss); 0 where it has ended. */
export function measureMemory(pid: number): number {
  return readRollup(pid, ['Pss']);
}

/**
 * What of it is in no file, in bytes: what a process allocated. Programs and libraries are left out, whose share depends on who
 * else on the machine runs them.
 */
export function measureAllocatedMemory(pid: number): number {
  return readRollup(pid, ['Pss_Anon', 'Pss_Shmem']);
}

function readRollup(pid: number, names: readonly string[]): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = names.map(name =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(text)?.[1] ?? 0),
    );
    return kilobytes.reduce((sum, each) => sum + each, 0) * 1024;
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

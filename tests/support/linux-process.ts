import { readdirSync, readFileSync } from 'node:fs';

/** The niceness of each thread of a process. */
export function readPriorities(pid: number): number[] {
  // The name may contain spaces, so fields are counted from its end: niceness is the nineteenth of all.
  return readdirSync(`/proc/${pid}/task`).flatMap(
    thread => readFields(`/proc/${pid}/task/${thread}/stat`)?.slice(16, 17).map(Number) ?? [],
  );
}

/** Memory of a process and its descendants in bytes: each shared page counts once (Pss). */
export function measureTreeMemory(pid: number): number {
  return listTree(pid).reduce((sum, each) => sum + measureMemory(each), 0);
}

/** Ids of a process and its descendants; itself first. */
export function listTree(pid: number): number[] {
  const all = readdirSync('/proc').filter(name => /^\d+$/u.test(name));
  const parents = all.map(each => [Number(each), Number(readFields(`/proc/${each}/stat`)?.[1])] as const);
  const tree = [pid];
  for (const each of tree)
    tree.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
  return tree;
}

/** The fields after the name of a process or thread; undefined if it has ended. */
function readFields(statPath: string): string[] | undefined {
  try {
    const stat = readFileSync(statPath, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Memory of one process in bytes, with shared pages divided among their users (Pss); 0 if it has ended. */
export function measureMemory(pid: number): number {
  return readRollup(pid, ['Pss']);
}

/** A process's allocated memory in bytes, without file-backed pages, whose share depends on other processes. */
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
    return 0;
  }
}

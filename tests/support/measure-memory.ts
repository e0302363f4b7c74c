import { readFileSync } from 'node:fs';
import { listChildren } from './child-processes.ts';

/** Memory of a process and all that it started, in bytes: each shared page counts once (Pss). Linux only. */
export function measureTreeBytes(pid: number): number {
  return [pid, ...listDescendants(pid)].reduce((sum, each) => sum + readPssBytes(each), 0);
}

export function listDescendants(pid: number): number[] {
  return listChildren(pid).flatMap(child => [child, ...listDescendants(child)]);
}

function readPssBytes(pid: number): number {
  try {
    const kibibytes = /^Pss:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

import { execFileSync } from 'node:child_process';

/** The processes that a process started and that still run, by their ids. */
export function listChildren(parentPid = process.pid): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, parent, command]) => Number(parent) === parentPid && command !== 'ps')
    .map(([pid]) => Number(pid));
}

/** Whether a process still runs, one of its threads at least, and is not just waiting to be buried by its parent. */
export function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    // `Zl`: its main thread has ended, others have not, and what is open is still open.
    return !state.startsWith('Z') || state.includes('l');
  } catch {
    return false;
  }
}

/** Ends a process at once, unless it has ended by itself: asked before whether it runs, it may end between the two. */
export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Resolves as soon as a condition holds; the test's own time limit ends a wait in vain. */
export async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 10));
}

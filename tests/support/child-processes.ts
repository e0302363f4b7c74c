import { execFileSync } from 'node:child_process';

export function listChildren(parentPid = process.pid): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, parent, command]) => Number(parent) === parentPid && command !== 'ps')
    .map(([pid]) => Number(pid));
}

/** Whether a process runs, with at least one thread, and is no zombie. */
export function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    // `Zl`: its main thread has ended, others have not, and its files are still open.
    return !state.startsWith('Z') || state.includes('l');
  } catch {
    return false;
  }
}

/** Kills a process, unless it has ended meanwhile. */
export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Polls until a condition holds; the test's own time-out ends it otherwise. */
export async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 10));
}

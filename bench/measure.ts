import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listTree, measureAllocatedMemory } from '../tests/support/linux-process.ts';

/** One line of the table of `npm run bench`. */
export interface BenchRow {
  readonly what: string;
  /** The measured value with its unit. */
  readonly figure: string;
  /** Relative to another program in the same run. */
  readonly ratio?: string;
  readonly goal: string;
  /** Undefined when it could not be measured here. */
  readonly isMet: boolean | undefined;
}

export const mebibyte = 1024 ** 2;

export const clipFolder = fileURLToPath(new URL('../.cache/bench/', import.meta.url));

/** Duration of the work in milliseconds. */
export async function timeMs(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @returns the milliseconds of each round */
export async function timeRounds(rounds: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timeMs(work));
  return times;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export function hasFfmpeg(): boolean {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function makeFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'benshi-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** All processes that this one started, together: the browser. */
export function measureBrowserMb(): number {
  const [, ...started] = listTree(process.pid);
  return started.reduce((sum, pid) => sum + measureAllocatedMemory(pid), 0) / mebibyte;
}

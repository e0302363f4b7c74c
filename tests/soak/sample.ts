import { readdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listTree, measureAllocatedMemory, measureMemory } from '../support/linux-process.ts';
import { readCpuSeconds } from '../support/process-time.ts';
import { readMetrics } from '../support/read-metrics.ts';
import type { StartedProduct } from '../support/start-product.ts';

/** The product at one moment. The names are the columns of the file. */
export interface Sample {
  readonly seconds: number;
  readonly phase: 'load' | 'rest';
  /** Memory (Pss) of the server, of all that it started, and of npm and the launcher before it. */
  readonly serverMb: number;
  readonly childrenMb: number;
  readonly launcherMb: number;
  /** Of server and children, without what is in files: programs and libraries, which others on the machine may share. */
  readonly allocatedMb: number;
  readonly heapUsedMb: number;
  readonly heapTotalMb: number;
  /** Of JavaScript's memory outside its heap: buffers, and the memory of the embedded database. */
  readonly externalMb: number;
  readonly descriptors: number;
  readonly temporaryFiles: number;
  readonly children: number;
  /** The delay of the event loop since the last sample. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly healthMs: number;
  readonly databaseMb: number;
  /** Of server and children, since the start. */
  readonly processorSeconds: number;
  readonly broken: number;
  readonly good: number;
  readonly refused: number;
  readonly failed: number;
  readonly unexpected: number;
}

type Measured = Omit<Sample, 'seconds' | 'phase' | 'broken' | 'good' | 'refused' | 'failed' | 'unexpected'>;

const mebibyte = 1024 ** 2;

/** Looks at the product from outside, and reads its own figures. */
export async function measureProduct(product: StartedProduct): Promise<Measured> {
  const { serverPid, pid, port, dataDir } = product;
  const startedAt = performance.now();
  await fetch(`http://127.0.0.1:${port}/healthz`);
  const healthMs = performance.now() - startedAt;
  const metrics = await readMetrics(`http://127.0.0.1:${port}`);
  const read = (name: string) => metrics.get(name) ?? Number.NaN;
  const [, ...children] = listTree(serverPid);
  const own = new Set([serverPid, ...children]);
  const launchers = listTree(pid).filter(each => !own.has(each));
  return {
    serverMb: measureMemory(serverPid) / mebibyte,
    childrenMb: sum(children.map(measureMemory)) / mebibyte,
    launcherMb: sum(launchers.map(measureMemory)) / mebibyte,
    allocatedMb: sum([...own].map(measureAllocatedMemory)) / mebibyte,
    heapUsedMb: read('nodejs_heap_size_used_bytes') / mebibyte,
    heapTotalMb: read('nodejs_heap_size_total_bytes') / mebibyte,
    externalMb: read('nodejs_external_memory_bytes') / mebibyte,
    descriptors: readdirSync(`/proc/${serverPid}/fd`).length,
    temporaryFiles: readdirSync(join(dataDir, 'tmp')).length,
    children: children.length,
    loopP99Ms: read('nodejs_eventloop_lag_p99_seconds') * 1000,
    loopMaxMs: read('nodejs_eventloop_lag_max_seconds') * 1000,
    healthMs,
    databaseMb: (await measureFolder(join(dataDir, 'database'))) / mebibyte,
    processorSeconds: sum([...own].map(readSecondsIfRunning)),
  };
}

function readSecondsIfRunning(pid: number): number {
  try {
    return readCpuSeconds(pid);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function measureFolder(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  // The database deletes files of its log at any moment.
  const sizes = await Promise.all(
    files.map(file =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sum(sizes);
}

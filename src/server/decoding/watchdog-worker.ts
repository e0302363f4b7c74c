import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';

export interface WatchdogData {
  readonly parentPid: number;
  /** Above this process memory, the process is killed. */
  readonly maxBytes: number;
}

/** The processor second of all threads, since the start of the process, after which it is killed. */
export interface WorkLimit {
  readonly lastSecond: number;
}

const { parentPid, maxBytes } = workerData as WatchdogData;
let lastSecond = Number.POSITIVE_INFINITY;

parentPort?.on('message', (limit: WorkLimit) => {
  lastSecond = limit.lastSecond;
});

// Often enough to stop a decompression bomb within a few hundred megabytes of its limit.
const checkEveryMs = 25;

setInterval(() => {
  const isOrphan = process.ppid !== parentPid;
  const isBloated = process.memoryUsage.rss() > maxBytes;
  const { user, system } = process.cpuUsage();
  const exceedsLimit = (user + system) / 1e6 > lastSecond;
  if (isOrphan || isBloated || exceedsLimit) process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);

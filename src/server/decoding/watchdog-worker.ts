import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';

/** What the watchdog of a decoding child goes by. */
export interface WatchdogData {
  readonly parentPid: number;
  /** Memory of the whole process above which it is ended. */
  readonly maxBytes: number;
}

const { parentPid, maxBytes } = workerData as WatchdogData;

// Often enough that a picture bomb is stopped within a few hundred megabytes of its limit.
const checkEveryMs = 25;

setInterval(() => {
  const isOrphan = process.ppid !== parentPid;
  const isBloated = process.memoryUsage.rss() > maxBytes;
  if (isOrphan || isBloated) process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);

import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';

/** What the watchdog of a decoding child goes by. */
export interface WatchdogData {
  readonly parentPid: number;
  /** Memory of the whole process above which it is ended. */
  readonly maxBytes: number;
}

/** Processor time that the process may still use, all threads together; any amount when undefined. */
export interface WorkLimit {
  readonly seconds: number | undefined;
}

const { parentPid, maxBytes } = workerData as WatchdogData;
let lastSecond = Number.POSITIVE_INFINITY;

parentPort?.on('message', ({ seconds }: WorkLimit) => {
  lastSecond = seconds === undefined ? Number.POSITIVE_INFINITY : measureWorkSeconds() + seconds;
});

// Often enough that a picture bomb is stopped within a few hundred megabytes of its limit.
const checkEveryMs = 25;

setInterval(() => {
  const isOrphan = process.ppid !== parentPid;
  const isBloated = process.memoryUsage.rss() > maxBytes;
  const isOverworked = measureWorkSeconds() > lastSecond;
  if (isOrphan || isBloated || isOverworked) process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);

function measureWorkSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

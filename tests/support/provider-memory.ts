import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Looks every few milliseconds at the memory that is held while the work is done.
 * @returns how many bytes more than before were held at the most
 */
export async function measurePeakBytes(everyMs: number, work: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const before = measureHeldBytes(collectGarbage);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, measureHeldBytes(collectGarbage));
  }, everyMs);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return peak - before;
}

/** What is really held at this moment: garbage is collected first. */
function measureHeldBytes(collectGarbage: () => void): number {
  collectGarbage();
  // The buffers of a collection are freed beside the program, late on a busy machine; the next one waits for that.
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

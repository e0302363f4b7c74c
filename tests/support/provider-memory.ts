import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A pause between measurements, each of which takes two garbage collections. */
const pauseMs = 100;

/**
 * Measures memory repeatedly during the work.
 * @returns the peak above the start, in bytes
 */
export async function measurePeakBytes(work: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const before = measureHeldBytes(collectGarbage);
  let peak = before;
  let timer = setTimeout(function measure() {
    peak = Math.max(peak, measureHeldBytes(collectGarbage));
    timer = setTimeout(measure, pauseMs);
  }, pauseMs);
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
  return peak - before;
}

/** Memory in use after garbage collection. */
function measureHeldBytes(collectGarbage: () => void): number {
  collectGarbage();
  // Buffers are freed in the background; the second collection waits for that.
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

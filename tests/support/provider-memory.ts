import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Between two looks, so that the work goes on: a look takes as long as two collections of garbage. */
const pauseMs = 100;

/**
 * Looks again and again at the memory that is held while the work is done.
 * @returns how many bytes more than before were held at the most
 */
export async function measurePeakBytes(work: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const before = measureHeldBytes(collectGarbage);
  let peak = before;
  let timer = setTimeout(function look() {
    peak = Math.max(peak, measureHeldBytes(collectGarbage));
    timer = setTimeout(look, pauseMs);
  }, pauseMs);
  try {
    await work();
  } finally {
    clearTimeout(timer);
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

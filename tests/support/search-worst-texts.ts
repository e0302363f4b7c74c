import { Worker } from 'node:worker_threads';
import type { SearchMessage, TextSearch, WorstTime } from './measure-text-work.ts';

/**
 * The longest allowed blocking of the event loop by a request's text. The goal is 50 ms, which `npm run bench`
 * measures; linear work stays below this on any busy machine (the worst is 45 ms).
 */
const maxMs = 250;
/** Below this, growth cannot be distinguished from other load. */
const clearMs = 100;
/** Eight times the text takes eight times as long, and more with memory allocation; quadratic work takes 64 times. */
const maxGrowth = 24;

const lookEveryMs = 250;

/** @returns sentences about work that is not linear; none when all is well */
export async function findSlowTexts(search: TextSearch, maxCpuSeconds: number): Promise<string[]> {
  return (await findWorstTimes(search, maxCpuSeconds)).filter(isTooSlow).map(describe);
}

/**
 * Searches the slowest text for each piece of work, in a thread that is ended if it hangs.
 * @param maxCpuSeconds for all texts of one piece of work, without other load
 * @throws Error that names the piece of work that hangs
 */
export async function findWorstTimes(
  search: TextSearch,
  maxCpuSeconds: number,
): Promise<readonly WorstTime[]> {
  const worker = new Worker(new URL('./measure-text-work.ts', import.meta.url), { workerData: search });
  const { promise, resolve, reject } = Promise.withResolvers<readonly WorstTime[]>();
  let begun = 'the search';
  let begunAt = process.cpuUsage();
  worker.on('message', (news: SearchMessage) => {
    if ('found' in news) return resolve(news.found);
    begun = news.begins;
    begunAt = process.cpuUsage();
  });
  worker.on('error', reject);
  const watch = setInterval(() => {
    // Of the whole process, in which nothing else runs meanwhile.
    const { user, system } = process.cpuUsage(begunAt);
    if ((user + system) / 1e6 > maxCpuSeconds) reject(new Error(`${begun} does not come back`));
  }, lookEveryMs);
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

function isTooSlow({ ms, msOfAnEighth, isOnEventLoop }: WorstTime): boolean {
  return (isOnEventLoop && ms > maxMs) || (ms > clearMs && ms > maxGrowth * msOfAnEighth);
}

function describe({ work, ms, msOfAnEighth, characters, recipe }: WorstTime): string {
  const times = `${ms.toFixed(0)} ms, an eighth of it ${msOfAnEighth.toFixed(1)} ms`;
  return `${work} takes ${times} for ${characters} characters of ${JSON.stringify(recipe)}`;
}

import { Worker } from 'node:worker_threads';
import type { SearchNews, TextSearch, WorstTime } from './measure-text-work.ts';

/**
 * What work on a request's text may never take of the event loop. The goal is 50 ms, which `npm run bench` measures;
 * here it is what no machine takes for work that grows with the text, however much else it does (the worst is 45 ms).
 */
const mostMs = 250;
/** Below this a growth cannot be told from what else the machine does. */
const clearMs = 100;
/** Eight times the text takes eight times as long, and some more where memory is asked for; by the square it would be 64. */
const mostGrowth = 24;

const lookEveryMs = 250;

/** @returns sentences; none when the work on every text grows with its length, and no faster */
export async function findSlowTexts(search: TextSearch, mostCpuSeconds: number): Promise<string[]> {
  return (await findWorstTimes(search, mostCpuSeconds)).filter(isTooSlow).map(describe);
}

/**
 * Looks for the text that each piece of work takes longest for, in a thread: what does not come back at all is ended.
 * @param mostCpuSeconds for all texts of one piece of work; what else the machine does is not counted
 * @throws Error that names the piece of work which does not come back
 */
export async function findWorstTimes(
  search: TextSearch,
  mostCpuSeconds: number,
): Promise<readonly WorstTime[]> {
  const worker = new Worker(new URL('./measure-text-work.ts', import.meta.url), { workerData: search });
  const { promise, resolve, reject } = Promise.withResolvers<readonly WorstTime[]>();
  let begun = 'the search';
  let begunAt = process.cpuUsage();
  worker.on('message', (news: SearchNews) => {
    if ('found' in news) return resolve(news.found);
    begun = news.begins;
    begunAt = process.cpuUsage();
  });
  worker.on('error', reject);
  const watch = setInterval(() => {
    // Of the whole process, in which nothing else runs meanwhile.
    const { user, system } = process.cpuUsage(begunAt);
    if ((user + system) / 1e6 > mostCpuSeconds) reject(new Error(`${begun} does not come back`));
  }, lookEveryMs);
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

function isTooSlow({ ms, msOfAnEighth, isOnEventLoop }: WorstTime): boolean {
  return (isOnEventLoop && ms > mostMs) || (ms > clearMs && ms > mostGrowth * msOfAnEighth);
}

function describe({ work, ms, msOfAnEighth, characters, recipe }: WorstTime): string {
  const times = `${ms.toFixed(0)} ms, an eighth of it ${msOfAnEighth.toFixed(1)} ms`;
  return `${work} takes ${times} for ${characters} characters of ${JSON.stringify(recipe)}`;
}

import { findWorstTimes } from '../tests/support/search-worst-texts.ts';
import type { BenchRow } from './bench-row.ts';

const mostMs = 50;
const search = { seed: 1, textsOfEachScript: 2, firstCharacters: 1000, finalists: 2 };

/** What the worst text of 100,000 characters in any script takes of the event loop that serves all requests. */
export async function benchTextWork(): Promise<BenchRow[]> {
  const onEventLoop = (await findWorstTimes(search, 60)).filter(({ isOnEventLoop }) => isOnEventLoop);
  const [worst] = onEventLoop.toSorted((one, other) => other.ms - one.ms);
  return [
    {
      what: `event loop, the worst of texts in all scripts for the slowest of ${onEventLoop.length} pieces of work on a request’s text`,
      figure: worst ? `${worst.ms.toFixed(0)} ms (${worst.work})` : 'nothing measured',
      goal: `≤ ${mostMs} ms`,
      isMet: worst && worst.ms <= mostMs,
    },
  ];
}

import { expect, test } from 'vitest';
import { answers, bounded, type MadeWork, texts } from '../support/answer-work.ts';

/** Four times the text takes four times as long, and more with memory allocation; quadratic work takes sixteen times. */
const maxGrowth = 10;
/** Of processor time. Below this, growth cannot be told from memory that is fetched; quadratic work takes many seconds with these sizes. */
const clearMs = 500;
/** More need not be measured. */
const longestMs = 6000;
const runs = 3;

async function measure(make: MadeWork, size: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best > clearMs && (run === 0 || best < longestMs); run++) {
    const work = make(size);
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

test.each(Object.entries({ ...answers, ...texts }))(
  '%s: work grows as what is read',
  async (_, [size, make]) => {
    const [one, four] = [await measure(make, size), await measure(make, 4 * size)];
    expect(four, `${one.toFixed()} ms became ${four.toFixed()} ms`).toBeLessThan(
      Math.max(clearMs, one * maxGrowth),
    );
  },
);

test.each(Object.entries(bounded))('%s: four times as many take hardly longer', async (_, [size, make]) => {
  const [one, four] = [await measure(make, size), await measure(make, 4 * size)];
  expect(four, `${one.toFixed()} ms became ${four.toFixed()} ms`).toBeLessThan(Math.max(clearMs, one * 2.5));
});

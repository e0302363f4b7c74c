import { build } from 'vite';
import { measureFirstLoad } from '../tests/support/measure-first-load.ts';
import { type BenchRow, makeFolder } from './measure.ts';

const goalKilobytes = 200;

/** Builds the page and measures the gzipped JavaScript that a first visit fetches. */
export async function benchPageSize(): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  await build({ logLevel: 'error', build: { outDir: folder.path, emptyOutDir: true } });
  const kilobytes = (await measureFirstLoad(folder.path)).scriptBytes / 1000;
  return [
    {
      what: 'page: JavaScript of the first load, gzip',
      figure: `${kilobytes.toFixed(1)} kB`,
      goal: `at most ${goalKilobytes} kB`,
      isMet: kilobytes <= goalKilobytes,
    },
  ];
}

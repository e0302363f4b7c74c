import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { measureFirstLoad } from '../tests/support/measure-first-load.ts';
import type { BenchRow } from './bench-row.ts';

const maxScriptKilobytes = 150;
const maxStyleKilobytes = 25;

/** Builds the page afresh and measures what a first visit fetches of it, gzip. Fonts and the icon are not counted. */
export async function benchPageSize(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'benshi-page-'));
  try {
    await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    const { scriptBytes, styleBytes } = await measureFirstLoad(folder);
    return [
      describeSize('page: JavaScript of the first load, gzip', scriptBytes, maxScriptKilobytes),
      describeSize('page: CSS of the first load, gzip', styleBytes, maxStyleKilobytes),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function describeSize(what: string, bytes: number, maxKilobytes: number): BenchRow {
  const kilobytes = bytes / 1000;
  return {
    what,
    figure: `${kilobytes.toFixed(1)} kB`,
    goal: `at most ${maxKilobytes} kB`,
    isMet: kilobytes <= maxKilobytes,
  };
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import type { BenchRow } from './bench-row.ts';

const maxScriptKilobytes = 150;
const maxStyleKilobytes = 25;

/** Builds the page afresh and measures what a first visit fetches of it, gzip. Fonts and the icon are not counted. */
export async function benchPageSize(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'benshi-page-'));
  try {
    await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8'));
    const { scripts, styles } = collectFirstLoad(manifest);
    return [
      await measure('page: JavaScript of the first load, gzip', folder, scripts, maxScriptKilobytes),
      await measure('page: CSS of the first load, gzip', folder, styles, maxStyleKilobytes),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The entry and what it imports, directly or not; a part behind `import()` is not of the first load. */
function collectFirstLoad(manifest: Manifest): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const waiting = Object.values(manifest).filter(chunk => chunk.isEntry);
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (scripts.has(chunk.file)) continue;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const name of chunk.imports ?? []) {
      const imported = manifest[name];
      if (imported) waiting.push(imported);
    }
  }
  return { scripts, styles };
}

async function measure(
  what: string,
  folder: string,
  files: Set<string>,
  maxKilobytes: number,
): Promise<BenchRow> {
  if (files.size === 0) throw new Error(`Nothing was found for "${what}".`);
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
  const kilobytes = bytes / 1000;
  return {
    what,
    figure: `${kilobytes.toFixed(1)} kB`,
    goal: `at most ${maxKilobytes} kB`,
    isMet: kilobytes <= maxKilobytes,
  };
}

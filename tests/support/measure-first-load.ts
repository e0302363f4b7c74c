import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';

/**
 * Bytes of a first visit to a built page, gzip, without fonts and icon.
 * @param folder of the build
 */
export async function measureFirstLoad(folder: string): Promise<{ scriptBytes: number; styleBytes: number }> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const { scripts, styles } = collectFirstLoad(manifest);
  if (scripts.size === 0 || styles.size === 0) throw new Error(`The page in ${folder} has no first load.`);
  return {
    scriptBytes: await countBytes(folder, scripts),
    styleBytes: await countBytes(folder, styles),
  };
}

/** The entry and its static imports; `import()` is not part of the first load. */
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

async function countBytes(folder: string, files: Set<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
  return bytes;
}

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the page is built from; `src/media/node` is left out of it. */
const folders = ['web', 'media', 'shared'] as const;
const importedName = /(?:from|import|@import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)/g;

/** The packages that the page's own source imports, by name. */
export function findPageImports(): string[] {
  const names = new Set<string>();
  for (const folder of folders) {
    const path = fileURLToPath(new URL(`../../src/${folder}/`, import.meta.url));
    for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|css)$/.test(file) || /\.test\.|^node\//.test(file.replaceAll('\\', '/'))) continue;
      for (const [, name] of readFileSync(`${path}${file}`, 'utf8').matchAll(importedName))
        names.add(name as string);
    }
  }
  return [...names];
}

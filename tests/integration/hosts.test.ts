// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyRepository, type RepositoryCopy } from '../support/copy-repository.ts';

/** Something particular to a host, and a file that must not contain it. */
const planted: readonly { readonly what: string; readonly path: string; readonly text: string }[] = [
  { what: "the page's document in src/shared", path: 'src/shared/planted-1.ts', text: 'document.title;' },
  { what: "Node's process in src/shared", path: 'src/shared/planted-2.ts', text: 'process.exit();' },
  { what: "Node's files in src/shared", path: 'src/shared/planted-3.ts', text: `import 'node:fs';` },
  { what: "the page's document in src/media", path: 'src/media/planted-4.ts', text: 'document.title;' },
  { what: "Node's process in src/media", path: 'src/media/planted-5.ts', text: 'process.exit();' },
  { what: "Node's Buffer in src/media", path: 'src/media/planted-6.ts', text: 'Buffer.alloc(1);' },
  { what: 'a canvas in src/media', path: 'src/media/planted-7.ts', text: 'new OffscreenCanvas(1, 1);' },
  {
    what: "Node's process in src/media/browser",
    path: 'src/media/browser/planted-8.ts',
    text: 'process.exit();',
  },
  { what: "Node's process in the page", path: 'src/web/lib/planted-9.ts', text: 'process.exit();' },
  { what: "Node's files in the page", path: 'src/web/lib/planted-10.ts', text: `import 'node:fs';` },
  {
    what: "the page's document in src/media/node",
    path: 'src/media/node/planted-11.ts',
    text: 'document.title;',
  },
  {
    what: "the page's document in an engine",
    path: 'src/engines/openai/planted-12.ts',
    text: 'document.title;',
  },
  {
    what: "the page's document in the use cases",
    path: 'src/narration/planted-13.ts',
    text: 'document.title;',
  },
  { what: "the page's document in the server", path: 'src/server/planted-14.ts', text: 'document.title;' },
  { what: "the page's document in the command line", path: 'src/cli/planted-15.ts', text: 'document.title;' },
];
const checks = ['types in every host', 'types in Node', 'types in the browser'];

describe('npm run check', () => {
  let copy: RepositoryCopy;
  let output: string;
  beforeAll(async () => {
    copy = await copyRepository();
    for (const { path, text } of planted) copy.plant(path, text);
    output = copy.check(...checks).output;
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test.for(planted)('refuses $what', ({ path }) => {
    expect(output).toContain(`${path}(1,`);
  });

  test('refuses nothing else', () => {
    const files = output.split('\n').flatMap(line => /^[\w/.-]+(?=\(\d+,\d+\): error)/.exec(line) ?? []);
    expect(files.sort()).toEqual(planted.map(({ path }) => path).sort());
    expect(output).toContain(`Checks failed: ${checks.join('; ')}.`);
  });
});

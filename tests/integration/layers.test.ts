import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

/** Imported below; none of these files breaks a rule. */
const targets = [
  'src/shared/errors.ts',
  'src/media/node/encode-jpeg.ts',
  'src/engines/openai-realtime/speech.ts',
  'src/engines/gemini/vision.ts',
  'src/narration/check-lines.ts',
  'src/server/app.ts',
  'src/server/accounts/accounts.ts',
  'src/web/lib/format.ts',
  'src/web/features/editor/editor.tsx',
];

/** What is refused, as the end of "refuses that …"; the file; its text; the message. */
const violations: readonly (readonly [what: string, path: string, text: string, refusal: string])[] = [
  [
    'one engine imports another',
    'src/engines/elevenlabs/some.ts',
    `import '../gemini/vision.ts';`,
    'imports src/engines/gemini/vision.ts, which src/engines/<name> may not',
  ],
  [
    'more than the choice of a voice knows the realtime engine',
    'src/engines/openai/some.ts',
    `import '../openai-realtime/speech.ts';`,
    'imports src/engines/openai-realtime/speech.ts, which only src/engines/openai/create-openai-engines.ts may',
  ],
  [
    'media for every host imports media for Node',
    'src/media/sound/some.ts',
    `import '../node/encode-jpeg.ts';`,
    'imports src/media/node/encode-jpeg.ts, which src/media may not',
  ],
  [
    'the page imports the server',
    'src/web/lib/some.ts',
    `import '#server/app.ts';`,
    'imports src/server/app.ts, which src/web/lib may not',
  ],
  [
    'the server imports the page',
    'src/server/http/some.ts',
    `import '../../web/lib/format.ts';`,
    'imports src/web/lib/format.ts, which src/server may not',
  ],
  [
    'a component imports a feature',
    'src/web/components/some.tsx',
    `import '../features/editor/editor.tsx';`,
    'imports src/web/features/editor/editor.tsx, which src/web/components may not',
  ],
  ['a folder has no rule', 'src/helpers/some.ts', '', 'is in a folder without a rule'],
  [
    'a part of the server imports one that stands after it',
    'src/server/jobs/some.ts',
    `export type { Accounts } from '../accounts/accounts.ts';`,
    'imports src/server/accounts/accounts.ts, but jobs/ stands before accounts/',
  ],
  [
    'a feature imports one that stands after it',
    'src/web/features/language-picker/some.ts',
    `import '../editor/editor.tsx';`,
    'imports src/web/features/editor/editor.tsx, but language-picker/ stands before editor/',
  ],
  ['a part of the server has no place', 'src/server/added/some.ts', '', 'src/server/added/ has no place'],
  ['an import is computed', 'src/narration/a.ts', 'const a = import(name);', 'computes what it imports'],
  ['a file does not exist', 'src/narration/b.ts', `import './missing.ts';`, 'which does not exist'],
  [
    'a layer is imported by a path',
    'src/narration/c.ts',
    `import '../shared/errors.ts';`,
    'writes ../shared',
  ],
  ['a comment adds types', 'src/shared/a.ts', `/// <reference types="node" />`, 'has a reference comment'],
];

/** Ways to write the same forbidden import. */
const spellings = [
  `import type { App } from '#server/app.ts';`,
  `export type App = import('#server/app.ts').App;`,
  `void import('#server/app.ts');`,
  'void import(`#server/app.ts`);',
  `export { app } from '#server/app.ts';`,
  `import './../../src/shared/../server/app.ts';`,
  `import type { App } from '../server/app.js';`,
  `new URL('../server/app.ts', import.meta.url);`,
  `import.meta.resolve('../server/app.ts');`,
];

let folder: TemporaryFolder;
let output: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  };
  copyFileSync('package.json', join(folder.path, 'package.json'));
  for (const path of targets) write(path, '');
  for (const [, path, text] of violations) write(path, text);
  for (const [at, text] of spellings.entries()) write(`src/shared/spelling-${at}.ts`, text);
  write('src/media/one/a.ts', `import '../other/b.ts';`);
  write('src/media/one/c.ts', '');
  write('src/media/other/d.ts', `import type { C } from '../one/c.ts';`);
  write('src/media/other/b.ts', `new URL('./e.ts', import.meta.url);`);
  write('src/media/other/e.ts', `import type { B } from './b.ts';`);
  output = spawnSync('node', ['scripts/check-layers.ts', folder.path], { encoding: 'utf8' }).stderr;
});
afterAll(() => folder[Symbol.asyncDispose]());

test.for(violations)('npm run check refuses that %s', ([, path, , refusal]) => {
  const said = output.split('\n').filter(line => line.startsWith(path) || line.startsWith(refusal));
  expect(said.join('\n')).toContain(refusal);
});

test.for([...spellings.entries()])(
  'npm run check refuses every spelling of a forbidden import: %s',
  ([at]) => {
    expect(output).toContain(
      `src/shared/spelling-${at}.ts:1 imports src/server/app.ts, which src/shared may not`,
    );
  },
);

test('npm run check refuses cycles of files and folders, also through types and workers', () => {
  const [b, e] = ['src/media/other/b.ts', 'src/media/other/e.ts'];
  expect(output).toContain(`${b} → ${e} → ${b} is a cycle`);
  expect(output).toContain('src/media/one → src/media/other → src/media/one is a cycle');
});

test('npm run check accepts the imports of allowed files', () => {
  expect(output.split('\n').filter(line => targets.some(path => line.startsWith(path)))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CheckResult, copyRepository, type RepositoryCopy } from '../support/copy-repository.ts';

interface Violation {
  /** What somebody does, as the end of "refuses that …". */
  readonly what: string;
  readonly path: string;
  readonly text: string;
  /** What the check says of the file. */
  readonly refusal: string;
}

const layers: readonly Violation[] = [
  {
    what: 'one adapter of an engine imports another',
    path: 'src/engines/gemini/planted-neighbour.ts',
    text: `import '../elevenlabs/models.ts';`,
    refusal: 'imports src/engines/elevenlabs/models.ts, which src/engines/<name> may not',
  },
  {
    what: 'what guards providers imports an adapter',
    path: 'src/engines/provider/planted-adapter.ts',
    text: `import '../openai/speech.ts';`,
    refusal: 'imports src/engines/openai/speech.ts, which src/engines/provider may not',
  },
  {
    what: 'src/shared imports another layer',
    path: 'src/shared/planted-layer.ts',
    text: `import '#media/sound/resample.ts';`,
    refusal: 'imports src/media/sound/resample.ts, which src/shared may not',
  },
  {
    what: 'media that runs in every host imports media that runs in Node',
    path: 'src/media/planted-host.ts',
    text: `import './node/encode-jpeg.ts';`,
    refusal: 'imports src/media/node/encode-jpeg.ts, which src/media may not',
  },
  {
    what: 'the page imports media that runs in Node',
    path: 'src/web/features/studio/planted-host.ts',
    text: `import '#media/node/encode-jpeg.ts';`,
    refusal: 'imports src/media/node/encode-jpeg.ts, which src/web/features/<name> may not',
  },
  {
    what: 'the page imports the server',
    path: 'src/web/lib/planted-server.ts',
    text: `import '#server/app.ts';`,
    refusal: 'imports src/server/app.ts, which src/web/lib may not',
  },
  {
    what: 'the server imports the page',
    path: 'src/server/http/planted-page.ts',
    text: `import '../../web/lib/format.ts';`,
    refusal: 'imports src/web/lib/format.ts, which src/server may not',
  },
  {
    what: 'use cases know the server',
    path: 'src/narration/planted-server.ts',
    text: `export type { App } from '#server/http/app-types.ts';`,
    refusal: 'imports src/server/http/app-types.ts, which src/narration may not',
  },
  {
    what: 'a component imports a feature',
    path: 'src/web/components/planted-feature.tsx',
    text: `import '../features/studio/studio.tsx';`,
    refusal: 'imports src/web/features/studio/studio.tsx, which src/web/components may not',
  },
  {
    what: 'a folder is added that the table does not know',
    path: 'src/helpers/planted.ts',
    text: '',
    refusal: 'is in no folder of the table',
  },
];

/** Ways to write the same forbidden import. */
const spellings: Readonly<Record<string, string>> = {
  'as an import of a type': `import type { Config } from '#server/config/config.ts';`,
  'as a type within a line': `export type Some = import('#server/config/config.ts').Config;`,
  'as typeof': `export type Some = typeof import('#server/config/config.ts');`,
  'while it runs': `void import('#server/config/config.ts');`,
  'while it runs, with back-ticks': 'void import(`#server/config/config.ts`);',
  'as something passed on': `export { readConfig } from '#server/config/config.ts';`,
  'by a relative path': `import '../server/config/config.ts';`,
  'by a path with detours': `import './../../src/shared/../server/config/config.ts';`,
  'by its name after compilation': `import type { Config } from '../server/config/config.js';`,
  'with a question mark': `import '../server/config/config.ts?raw';`,
  'as the address of a worker': `new URL('../server/config/config.ts', import.meta.url);`,
  'by require': `require('../server/config/config.ts');`,
  'by resolving': `import.meta.resolve('../server/config/config.ts');`,
  'by widening its declarations': `declare module '../server/config/config.ts' {}\nexport {};`,
  'in a comment that the compiler obeys': `/// <reference path="../server/config/config.ts" />`,
};

const doors: readonly Violation[] = [
  {
    what: "one feature of the page reaches into another's insides",
    path: 'src/web/features/free-page/planted-insides.ts',
    text: `import '../studio/use-narration.ts';`,
    refusal: 'imports src/web/features/studio/use-narration.ts, which is no door of studio/',
  },
  {
    what: "one feature of the page takes another's styles",
    path: 'src/web/features/free-page/planted.module.css',
    text: `.some { composes: stage from '../studio/video-stage.module.css'; }`,
    refusal: 'imports src/web/features/studio/video-stage.module.css, which is no door of studio/',
  },
  {
    what: "the page as a whole reaches into a feature's insides",
    path: 'src/web/app/planted-insides.ts',
    text: `import '../features/studio/use-narration.ts';`,
    refusal: 'imports src/web/features/studio/use-narration.ts, which is no door of studio/',
  },
  {
    what: 'a feature imports one that stands below it',
    path: 'src/web/features/session/planted-order.ts',
    text: `import '../accounts/fields.tsx';`,
    refusal: 'imports src/web/features/accounts/fields.tsx, but session/ stands before accounts/',
  },
  {
    what: 'a feature is added that has no place',
    path: 'src/web/features/planted/some.ts',
    text: '',
    refusal: 'src/web/features/planted/ has no place in the order',
  },
];

const order: readonly Violation[] = [
  {
    what: 'a folder of the server imports one that stands below it',
    path: 'src/server/database/planted-order.ts',
    text: `import '../accounts/account-limits.ts';`,
    refusal: 'imports src/server/accounts/account-limits.ts, but database/ stands before accounts/',
  },
  {
    what: 'a folder of the server needs a type of one that stands below it',
    path: 'src/server/jobs/planted-order.ts',
    text: `export type { Accounts } from '../accounts/accounts.ts';`,
    refusal: 'imports src/server/accounts/accounts.ts, but jobs/ stands before accounts/',
  },
  {
    what: 'a folder of the server imports what is made of all of them',
    path: 'src/server/plans/stripe/planted-order.ts',
    text: `import type { RouteParts } from '../../route-parts.ts';\nexport type Some = RouteParts;`,
    refusal: 'imports src/server/route-parts.ts, but plans/ stands before route-parts.ts',
  },
  {
    what: 'a folder is added to the server that has no place',
    path: 'src/server/planted/some.ts',
    text: '',
    refusal: 'src/server/planted/ has no place in the order',
  },
  {
    what: 'a file is added to the server that has no place',
    path: 'src/server/planted.ts',
    text: '',
    refusal: 'src/server/planted.ts has no place in the order',
  },
];

const unreadable: readonly Violation[] = [
  {
    what: 'an import is computed',
    path: 'src/narration/planted-computed.ts',
    text: `export const load = (name: string) => import(\`../server/\${name}.ts\`);`,
    refusal: 'computes what it imports',
  },
  {
    what: 'a file is imported that is not there',
    path: 'src/narration/planted-missing.ts',
    text: `import './missing.ts';`,
    refusal: 'imports ./missing.ts, which is not there',
  },
  {
    what: "a comment brings a host's declarations",
    path: 'src/shared/planted-reference.ts',
    text: `/// <reference types="node" />\nexport {};`,
    refusal: "brings a host's declarations",
  },
  {
    what: 'a layer is imported by a relative path',
    path: 'src/narration/planted-relative.ts',
    text: `import '../shared/errors.ts';`,
    refusal: 'writes ../shared/errors.ts for src/shared/errors.ts',
  },
  {
    what: 'a file of the same layer is imported from the root on',
    path: 'src/narration/planted-rooted.ts',
    text: `import '#narration/tidy-script.ts';`,
    refusal: 'writes #narration/tidy-script.ts for src/narration/tidy-script.ts',
  },
];

/** Two files each that import each other, in these two ways. */
const cycles: Readonly<Record<string, readonly [string, string]>> = {
  'two files import each other': [`import './other.ts';`, `import './one.ts';`],
  'two files need only types of each other': [
    `import type { Other } from './other.ts';\nexport type One = Other;`,
    `import type { One } from './one.ts';\nexport type Other = One;`,
  ],
  'a worker knows who starts it': [
    `new URL('./other.ts', import.meta.url);`,
    `import type { Started } from './one.ts';\nexport type Some = Started;`,
  ],
};
const cycleFolder = (what: string) => `tests/support/planted-${what.replaceAll(' ', '-')}`;

/** No file comes back to itself, and the folders do. */
const folderCycle: Readonly<Record<string, string>> = {
  'tests/support/planted-folders/one/asks.ts': `import '../other/answers.ts';`,
  'tests/support/planted-folders/one/answers.ts': '',
  'tests/support/planted-folders/other/asks.ts': `import '../one/answers.ts';`,
  'tests/support/planted-folders/other/answers.ts': '',
};

/** Rows of docs/architecture.md that tell of what is gone, and what is said of them. */
function addStaleRows(table: string): string {
  return table
    .replace('`studio.tsx`,', '`studio.tsx`, `stage.tsx`,')
    .replace('| `studio/` |', '| `some-feature/` | `some.ts` |\n| `studio/` |');
}
const staleRows = [
  'src/web/features/some-feature/ has a place in the order and is not there',
  'src/web/features/some-feature/some.ts is a door that nobody takes',
  'src/web/features/studio/stage.tsx is a door that nobody takes',
];

describe('npm run check', () => {
  let copy: RepositoryCopy;
  let before: CheckResult;
  let after: CheckResult;
  beforeAll(async () => {
    copy = await copyRepository();
    before = copy.check('layers');
    for (const { path, text } of [...layers, ...order, ...doors, ...unreadable]) copy.plant(path, text);
    for (const [at, text] of Object.values(spellings).entries())
      copy.plant(`src/shared/planted-spelling-${at}.ts`, text);
    for (const [what, [one, other]] of Object.entries(cycles)) {
      copy.plant(`${cycleFolder(what)}/one.ts`, one);
      copy.plant(`${cycleFolder(what)}/other.ts`, other);
    }
    for (const [path, text] of Object.entries(folderCycle)) copy.plant(path, text);
    copy.plant('docs/architecture.md', addStaleRows(readFileSync('docs/architecture.md', 'utf8')));
    after = copy.check('layers');
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test('takes the layers as they are, and fails once something is planted', () => {
    expect(before).toEqual({ exitCode: 0, output: 'Checks passed.\n' });
    expect(after.exitCode).toBe(1);
  });

  test.for([...layers, ...order, ...doors, ...unreadable])('refuses that $what', ({ path, refusal }) => {
    const said = after.output.split('\n').filter(line => line.startsWith(path) || line.startsWith(refusal));
    expect(said.join('\n')).toContain(refusal);
  });

  test.for([...Object.keys(spellings).entries()])(
    'refuses an import against the layers, written %j',
    ([at]) => {
      expect(after.output).toContain(
        `src/shared/planted-spelling-${at}.ts:1 imports src/server/config/config.ts, which src/shared may not`,
      );
    },
  );

  test.for(Object.keys(cycles))('refuses that %s', what => {
    const [one, other] = [`${cycleFolder(what)}/one.ts`, `${cycleFolder(what)}/other.ts`];
    expect(after.output).toContain(`${one} → ${other} → ${one} is a cycle`);
  });

  test('refuses that files of two folders import each other in a circle', () => {
    const [one, other] = ['tests/support/planted-folders/one', 'tests/support/planted-folders/other'];
    expect(after.output).toContain(
      `${one} → ${other} → ${one} is a cycle: ${one}/asks.ts:1, ${other}/asks.ts:1`,
    );
  });

  test.for(staleRows)('refuses a table in which %s', refusal => {
    expect(after.output).toContain(refusal);
  });
});

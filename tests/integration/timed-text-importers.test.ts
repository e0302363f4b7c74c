import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Where scripts with times are text. Inside, they are lines. */
const edges: readonly (readonly [why: string, files: RegExp])[] = [
  [
    'files from people',
    /^src\/shared\/narration\/formats\/|^src\/shared\/transcript\/read-transcript-file\.ts$|^src\/cli\/narrate\/write-deliveries\.ts$/u,
  ],
  ['names before lines of a pasted text', /^src\/shared\/narration\/find-roles\.ts$/u],
  ['the check of what was sent', /^src\/shared\/narration\/require-timed-script\.ts$/u],
  ['the wire', /^src\/server\/(narrations|mcp)\//u],
  ['what a judge compares', /^src\/cli\/evaluate\/metrics\.ts$/u],
  ['what models are given', /^src\/engines\/prompts\/[\w-]+\.ts$/u],
  [
    'what models and the offline engine answer',
    /^src\/engines\/offline\/script\.ts$|^src\/narration\/(?:check-lines|tidy-answer)\.ts$/u,
  ],
];

const parser = /from '[^']*\/timed-text\.ts'/u;
// The page is rebuilt on the document; its edges are the answers that it reads and what is pasted.
const importers = globSync('src/{shared,media,engines,narration,server,cli}/**/*.ts')
  .filter(file => !/\.test\.ts$/u.test(file))
  .filter(file => parser.test(readFileSync(file, 'utf8')));

test('only edges parse and print scripts with times', () => {
  expect(importers.filter(file => !edges.some(([, place]) => place.test(file)))).toEqual([]);
});

test('each edge does', () => {
  for (const [why, place] of edges)
    expect(
      importers.some(file => place.test(file)),
      why,
    ).toBe(true);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRules } from '../../scripts/layers/read-rules.ts';
import { isTest, readSource, type SourceFile } from '../../scripts/layers/read-source.ts';

/** `accounts/`, or the name of a file that lies in src/server itself. */
function findPart(path: string): string | undefined {
  return /^src\/server\/([^/]+\/?)/.exec(path)?.[1];
}

/** What each part of src/server imports of the others. */
function findNeeds(files: readonly SourceFile[]): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  for (const { path, arrows } of files) {
    const part = findPart(path);
    if (part === undefined || isTest(path)) continue;
    const others = arrows.flatMap(({ target }) => findPart(target) ?? []).filter(other => other !== part);
    needs.set(part, new Set([...(needs.get(part) ?? []), ...others]));
  }
  return needs;
}

/**
 * Draws the order from the imports alone: next comes a part all of whose needs are there; of several, the one that is
 * wished for first. Parts that need each other never come.
 */
function drawOrder(needs: ReadonlyMap<string, ReadonlySet<string>>, wishes: readonly string[]): string[] {
  const rank = (part: string) => (wishes.includes(part) ? wishes.indexOf(part) : wishes.length);
  const waiting = new Set([...needs.keys()].sort((one, other) => rank(one) - rank(other)));
  const order: string[] = [];
  for (;;) {
    const next = [...waiting].find(part => [...(needs.get(part) ?? [])].every(need => order.includes(need)));
    if (next === undefined) return order;
    order.push(next);
    waiting.delete(next);
  }
}

test('the order within src/server that its imports draw is the one that docs/architecture.md shows', () => {
  const { orders } = readRules(readFileSync('docs/architecture.md', 'utf8'));
  const shown = orders.find(({ folder }) => folder === 'src/server')?.parts ?? [];
  const needs = findNeeds(readSource('.'));
  expect(needs.size).toBeGreaterThan(20);
  expect(drawOrder(needs, shown)).toEqual(shown);
});

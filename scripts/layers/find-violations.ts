import { findCycles } from './find-cycles.ts';
import { findOrderViolations } from './find-order-violations.ts';
import type { Rules } from './read-rules.ts';
import { type Arrow, isTest, type SourceFile } from './read-source.ts';

/** A folder of the table as it is met in a path: `src/engines/openai` for `src/engines/<name>`. */
interface Place {
  readonly rule: string;
  readonly folder: string;
}

/** All arrows and files that docs/architecture.md does not allow, a sentence each. */
export function findViolations(files: readonly SourceFile[], rules: Rules): string[] {
  const ours = files.filter(({ path }) => path.startsWith('src/'));
  return [
    ...ours.flatMap(({ problems }) => problems),
    ...ours.flatMap(file => findLayerViolations(file, rules)),
    ...rules.orders.flatMap(order => findOrderViolations(ours, order)),
    ...findCycles(files),
  ];
}

function findLayerViolations({ path, arrows }: SourceFile, { layers }: Rules): string[] {
  const place = findPlace(path, layers);
  if (!place) return [`${path} is in no folder of the table`];
  const mayImport = layers.find(({ folder }) => folder === place.rule)?.mayImport ?? [];
  return arrows.flatMap(arrow => {
    const { line, name, target } = arrow;
    if (isTest(path) && target.startsWith('tests/')) return [];
    const there = findPlace(target, layers);
    const isAllowed = there && (there.folder === place.folder || mayImport.includes(there.rule));
    if (!isAllowed) return [`${path}:${line} imports ${target}, which ${place.rule} may not`];
    return isWrittenWell(path, arrow) ? [] : [`${path}:${line} writes ${name} for ${target}`];
  });
}

/** Across layers `#media/…`, within a layer relative: so that one sees which it is. */
function isWrittenWell(path: string, { name, target }: Arrow): boolean {
  const isAcross = nameLayer(path) !== nameLayer(target);
  return isAcross ? name === target.replace('src/', '#') : /^\.\.?\//.test(name);
}

function nameLayer(path: string): string | undefined {
  return path.split('/')[1];
}

/** The longest folder of the table that the path is in. */
function findPlace(path: string, layers: Rules['layers']): Place | undefined {
  const parts = path.split('/');
  return layers
    .map(({ folder }) => ({ rule: folder, depth: folder.split('/').length }))
    .filter(({ rule, depth }) => depth < parts.length && isIn(parts, rule.split('/')))
    .sort(
      (one, other) => other.depth - one.depth || Number(isPattern(one.rule)) - Number(isPattern(other.rule)),
    )
    .map(({ rule, depth }) => ({ rule, folder: parts.slice(0, depth).join('/') }))[0];
}

function isIn(parts: readonly string[], folder: readonly string[]): boolean {
  return folder.every((name, at) => isPattern(name) || name === parts[at]);
}

function isPattern(text: string): boolean {
  return text.includes('<');
}

import { findCycles } from './find-cycles.ts';
import { type Arrow, isTest, type SourceFile } from './read-source.ts';
import { layers, type OrderRule, orders, soleImporters } from './rules.ts';

/** A rule's folder matched in a path: `src/engines/gemini` for `src/engines/<name>`. */
interface Place {
  readonly rule: string;
  readonly folder: string;
  readonly mayImport: readonly string[];
}

/** All imports and files that violate the rules, one sentence each. */
export function findViolations(files: readonly SourceFile[]): string[] {
  const ours = files.filter(({ path }) => path.startsWith('src/'));
  // A test may import anything of its layer.
  const product = ours.filter(({ path }) => !isTest(path));
  return [
    ...ours.flatMap(({ problems }) => problems),
    ...ours.flatMap(findLayerViolations),
    ...orders.flatMap(order => product.flatMap(file => findOrderViolations(file, order))),
    ...findCycles(files),
  ];
}

function findLayerViolations({ path, arrows }: SourceFile): string[] {
  const place = findPlace(path);
  if (!place) return [`${path} is in a folder without a rule`];
  return arrows.flatMap(arrow => {
    const { line, name, target } = arrow;
    const says = `${path}:${line} imports ${target}`;
    if (isTest(path) && target.startsWith('tests/')) return [];
    const there = findPlace(target);
    const isInside = there?.folder === place.folder;
    if (!isInside && !(there && place.mayImport.includes(there.rule)))
      return [`${says}, which ${place.rule} may not`];
    const sole = Object.entries(soleImporters).find(([folder]) => target.startsWith(folder));
    if (sole && !isInside && sole[1] !== path) return [`${says}, which only ${sole[1]} may`];
    return isProperPath(path, arrow) ? [] : [`${path}:${line} writes ${name} for ${target}`];
  });
}

/** Imports across layers are written `#media/…`, imports within a layer are relative. */
function isProperPath(path: string, { name, target }: Arrow): boolean {
  const isAcross = path.split('/')[1] !== target.split('/')[1];
  return isAcross ? name === target.replace('src/', '#') : /^\.\.?\//.test(name);
}

/** The longest rule folder that contains the path; an exact name is preferred to `<name>`. */
function findPlace(path: string): Place | undefined {
  const parts = path.split('/');
  return layers
    .map(({ folder, mayImport }) => ({ rule: folder, names: folder.split('/'), mayImport }))
    .filter(
      ({ names }) =>
        names.length < parts.length && names.every((name, at) => name === '<name>' || name === parts[at]),
    )
    .sort(
      (one, other) =>
        other.names.length - one.names.length ||
        Number(one.rule.includes('<')) - Number(other.rule.includes('<')),
    )
    .map(({ rule, names, mayImport }) => ({
      rule,
      folder: parts.slice(0, names.length).join('/'),
      mayImport,
    }))[0];
}

function findOrderViolations({ path, arrows }: SourceFile, order: OrderRule): string[] {
  const { folder, parts, entry } = order;
  const from = findPart(order, path);
  if (from !== undefined && !parts.includes(from)) return [`${folder}/${from} has no place in the order`];
  return arrows.flatMap(({ line, target, isLazy }) => {
    const to = findPart(order, target);
    if (to === undefined || from === to) return [];
    const says = `${path}:${line} imports ${target}`;
    if (from !== undefined && parts.indexOf(from) < parts.indexOf(to))
      return [`${says}, but ${from} stands before ${to}`];
    // Lazy imports may bypass the feature's entry, which would load the rest of the feature too.
    if (entry !== undefined && !isLazy && target !== `${folder}/${to}${entry}`)
      return [`${says}, but ${to} is entered by ${entry}`];
    return [];
  });
}

/** `accounts/` for `src/server/accounts/stripe/some.ts`, `app.ts` for `src/server/app.ts`. */
function findPart({ folder }: OrderRule, path: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  const [name, ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length > 0 ? `${name}/` : name;
}

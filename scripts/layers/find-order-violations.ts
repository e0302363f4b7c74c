import type { OrderRule } from './read-rules.ts';
import { isTest, type SourceFile } from './read-source.ts';

/** Arrows of an ordered folder that run back up or pass a part's doors by, and parts and doors that are not there. */
export function findOrderViolations(files: readonly SourceFile[], order: OrderRule): string[] {
  // A test may look at anything of its layer.
  const product = files.filter(({ path }) => !isTest(path));
  const used = new Set<string>();
  const wrong = product.flatMap(({ path, arrows }) =>
    arrows.flatMap(({ line, target }) => {
      const from = findPart(order, path);
      const to = findPart(order, target);
      if (to === undefined || from === to) return [];
      used.add(target);
      const says = `${path}:${line} imports ${target}`;
      if (from !== undefined && order.parts.indexOf(from) < order.parts.indexOf(to))
        return [`${says}, but ${from} stands before ${to}`];
      return isDoor(order, to, target) ? [] : [`${says}, which is no door of ${to}`];
    }),
  );
  return [...findUnlisted(product, order), ...wrong, ...findUnusedDoors(order, used)];
}

/** `accounts/` for `src/server/accounts/stripe/some.ts`, `app.ts` for `src/server/app.ts`. */
function findPart({ folder }: OrderRule, path: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  const [name, ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length > 0 ? `${name}/` : name;
}

function isDoor({ folder, doors }: OrderRule, part: string, target: string): boolean {
  return doors.size === 0 || (doors.get(part) ?? []).some(door => `${folder}/${part}${door}` === target);
}

function findUnlisted(files: readonly SourceFile[], order: OrderRule): string[] {
  const there = new Set(files.map(({ path }) => findPart(order, path)).filter(part => part !== undefined));
  const { folder, parts } = order;
  return [
    ...[...there]
      .filter(part => !parts.includes(part))
      .map(part => `${folder}/${part} has no place in the order`),
    ...parts
      .filter(part => !there.has(part))
      .map(part => `${folder}/${part} has a place in the order and is not there`),
  ];
}

function findUnusedDoors({ folder, doors }: OrderRule, used: ReadonlySet<string>): string[] {
  return [...doors]
    .flatMap(([part, names]) => names.map(name => `${folder}/${part}${name}`))
    .filter(door => !used.has(door))
    .map(door => `${door} is a door that nobody takes`);
}

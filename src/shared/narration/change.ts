/** A part of a document with changes: the same object where nothing changes. What becomes undefined is left out, as in the file. */
export function change<Part extends object>(part: Part, changes: Partial<Part>): Part {
  const changed = { ...part, ...changes };
  let isSame = true;
  for (const key in changes) {
    if (part[key] !== changes[key]) isSame = false;
    if (changed[key] === undefined) delete changed[key];
  }
  return isSame ? part : changed;
}

/** The same array where nothing changes. */
export function mapKeeping<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  return keepSame(items, items.map(change));
}

/** The array before a change, where nothing changed. */
export function keepSame<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  return after.length === before.length && after.every((item, at) => item === before[at]) ? before : after;
}

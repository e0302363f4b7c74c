/** Levenshtein's distance, by UTF-16 units. */
export function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 1; to < row.length; to++) {
      const same = (row[to - 1] ?? 0) + Number(one[at] !== other[to - 1]);
      next.push(Math.min(same, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

import { check } from 'recheck';

/**
 * Whether a regular expression is proven to take time in proportion to the text, whatever the text. What the checker
 * only tried out counts as not proven.
 * @returns `undefined` when it is, else what is wrong: a text that attacks it, or why nothing could be proven
 */
export async function findPatternFault(source: string, flags: string): Promise<string | undefined> {
  // Long enough for a busy machine: the slowest of ours takes a second.
  const found = await check(source, flags, { timeout: 60_000 });
  if (found.status === 'vulnerable') return `${found.complexity.summary}, by ${found.attack.pattern}`;
  if (found.status === 'unknown') return `unknown: ${found.error.kind}`;
  // It decides by theory what has no references back, no text looked behind at, and no large number of repeats.
  return found.checker === 'automaton'
    ? undefined
    : 'not proven: please write it without references and large counts';
}

import { check } from 'recheck';

/**
 * Whether a regular expression provably takes linear time. Fuzzing alone is no proof.
 * @returns `undefined` when it does, else an attack string, or why nothing could be proven
 */
export async function findPatternFault(source: string, flags: string): Promise<string | undefined> {
  // Long enough for a busy machine: the slowest of ours takes 20 s there.
  const found = await check(source, flags, { timeout: 300_000 });
  if (found.status === 'vulnerable') return `${found.complexity.summary}, by ${found.attack.pattern}`;
  if (found.status === 'unknown') return `unknown: ${found.error.kind}`;
  // The automaton checker covers patterns without backreferences, lookbehind and large repeats.
  return found.checker === 'automaton'
    ? undefined
    : 'not proven: please write it without references and large counts';
}

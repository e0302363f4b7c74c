import type { PlannedSentence, Topic } from './plan-sentences.ts';

export type Teller = ReturnType<typeof createTeller>;

/**
 * Keeps what was told: nothing is told twice, and the ways to say it take turns. The same pictures always give the same
 * words, other pictures (`seed`) begin with other ones.
 */
export function createTeller(seed: number) {
  const told = new Set<string>();
  const turns = new Map<Topic, number>();
  return {
    isTold: ({ variants }: PlannedSentence): boolean => told.has(variants[0]),
    /** The variants in the order in which they should be tried. */
    listVariants: ({ topic, variants }: PlannedSentence): readonly string[] => {
      const first = (seed + (turns.get(topic) ?? 0)) % variants.length;
      return [...variants.slice(first), ...variants.slice(0, first)];
    },
    note: ({ topic, variants }: PlannedSentence): void => {
      told.add(variants[0]);
      turns.set(topic, (turns.get(topic) ?? 0) + 1);
    },
  };
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), over UTF-16 units: enough to tell videos apart. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}

/** A seeded generator (mulberry32, public domain). */
export interface SeededRandom {
  /** From 0 to 1, without 1. */
  (): number;
  /** An integer below another. */
  below(end: number): number;
  choose<Thing>(things: readonly Thing[]): Thing;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return Object.assign(next, {
    below,
    choose: <Thing>(things: readonly Thing[]): Thing => {
      if (things.length === 0) throw new Error('There is nothing to choose from.');
      return things[below(things.length)] as Thing;
    },
  });
}

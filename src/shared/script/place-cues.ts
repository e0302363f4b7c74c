import type { Cue } from './cues.ts';

export interface TextPlace {
  readonly start: number;
  readonly end: number;
}

/** The most unspoken text between two sentences. Bounded, so that a wrong sentence is not searched everywhere. */
const maxSkipped = 400;

/** The places of sentences in a script, in its order; undefined for one not found behind those before it. Ignores white space. Linear time. */
export function placeCues(script: string, cues: readonly Pick<Cue, 'text'>[]): (TextPlace | undefined)[] {
  const { letters, places } = squeeze(script);
  let from = 0;
  /** Letters of sentences that were not found, which the script may contain in other words. */
  let missed = 0;
  return cues.map(({ text }) => {
    const sought = text.replace(/\s+/gu, '');
    const reach = letters.slice(from, from + sought.length + Math.min(missed, maxSkipped) + maxSkipped);
    const at = sought === '' ? -1 : reach.indexOf(sought);
    if (at < 0) {
      missed += sought.length;
      return undefined;
    }
    missed = 0;
    const first = from + at;
    from = first + sought.length;
    return { start: places[first] ?? 0, end: (places[from - 1] ?? 0) + 1 };
  });
}

/** The letters of a text without white space, and their offsets. */
function squeeze(script: string): { letters: string; places: readonly number[] } {
  let letters = '';
  const places: number[] = [];
  for (const { 0: word, index } of script.matchAll(/\S+/gu)) {
    letters += word;
    for (let at = 0; at < word.length; at++) places.push(index + at);
  }
  return { letters, places };
}

/** The index of the sentence at an offset of the text; -1 after the last one. */
export function findPlaced(places: readonly (TextPlace | undefined)[], at: number): number {
  return places.findIndex(place => place !== undefined && at <= place.end);
}

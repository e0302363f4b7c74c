import type { Cue, SpokenCue } from './cues.ts';

/**
 * The spoken sentences of a text. Aligns letter by letter, as engines leave out what they cannot speak, and split differently.
 * @param said the sentences as they were given to the engine
 */
export function matchSentences(
  sentences: readonly string[],
  spoken: readonly SpokenCue[],
  said = sentences,
): SpokenCue[] {
  const findNext = createLetterFinder(said);
  const times = new Map<number, { startSeconds: number; endSeconds: number }>();
  for (const cue of spoken) {
    const letters = listLetters(cue.text);
    const perLetter = (cue.endSeconds - cue.startSeconds) / letters.length;
    for (const [place, letter] of letters.entries()) {
      const sentence = findNext(letter);
      // A letter that is not in the rest was not in the text; the next one may be.
      if (sentence === undefined) continue;
      const from = cue.startSeconds + place * perLetter;
      const until = place === letters.length - 1 ? cue.endSeconds : from + perLetter;
      times.set(sentence, { startSeconds: times.get(sentence)?.startSeconds ?? from, endSeconds: until });
    }
  }
  return [...times].map(([index, time]) => ({ text: sentences[index] ?? '', ...time }));
}

/** Finds the sentence of a letter's next occurrence, in linear time even if many are not found. */
function createLetterFinder(sentences: readonly string[]) {
  const sentenceOf: number[] = [];
  const places = new Map<string, { readonly all: number[]; tried: number }>();
  for (const [index, sentence] of sentences.entries()) {
    for (const letter of listLetters(sentence)) {
      const known = places.get(letter) ?? { all: [], tried: 0 };
      known.all.push(sentenceOf.length);
      places.set(letter, known);
      sentenceOf.push(index);
    }
  }
  let at = 0;
  return (letter: string): number | undefined => {
    const known = places.get(letter);
    if (!known) return undefined;
    while ((known.all[known.tried] ?? at) < at) known.tried++;
    const place = known.all[known.tried];
    if (place === undefined) return undefined;
    at = place + 1;
    return sentenceOf[place];
  };
}

function listLetters(text: string): string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [];
}

type TextPlace = { readonly start: number; readonly end: number };

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

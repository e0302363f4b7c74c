import type { SpokenCue } from './cues.ts';

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

import hebrewWords from './hebrew-words.json' with { type: 'json' };

/**
 * Hebrew is written without most of its vowels, and espeak-ng has no dictionary of it: "שולחן" becomes "shvlkhn". These are the
 * words of the offline narrator, in the phonemes of its Hebrew voice; where a word has several readings, the commonest.
 */
const readings: ReadonlyMap<string, string> = new Map(Object.entries(hebrewWords));

/** "And" and "the" are written in one with the word behind them. */
const prefixes: Readonly<Record<string, string>> = { ו: 've', ה: 'ha' };

/** Writes the Hebrew words that are known here as phonemes for espeak-ng, `[[…]]`; the rest stays as it is. */
export function readHebrew(text: string): string {
  const spoken = text.replace(/[א-ת'׳]+/gu, word => {
    const phonemes = findReading(word);
    return phonemes === undefined ? word : `[[${phonemes}]]`;
  });
  // Words that follow each other are one phrase.
  return spoken.replaceAll(']] [[', ' ');
}

function findReading(word: string): string | undefined {
  const known = readings.get(word);
  if (known !== undefined) return known;
  const prefix = prefixes[word.charAt(0)];
  const rest = readings.get(word.slice(1));
  return prefix === undefined || rest === undefined ? undefined : prefix + rest;
}

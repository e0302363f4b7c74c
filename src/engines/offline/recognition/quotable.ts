import type { Reading, ReadWord } from './tesseract.ts';

/** The least confidence of a line that is quoted. */
export const leastConfidence = 0.8;

/** Of each of its words: one that is a guess would be quoted among sure ones. */
const leastWordConfidence = 0.6;
/** The least confidence of a text of fewer letters than this: what a picture's grain is taken for is short ("vy", 0.82). */
const short = { letters: 4, leastConfidence: 0.9 } as const;
/** Specks behind a subtitle are taken for marks between words ("the.morning", 0.93; but "it's"): the least confidence with one. */
const speck = { pattern: /\p{L}[.,'’‘"“”*·|^~`´]\p{L}{3}/u, leastConfidence: 0.94 } as const;
/** What a bullet, a cursor or the rim of a button is read as. */
const ornament = /^[^\p{L}\p{N}!?…&%$€£]+$/u;

/** Whether what was read is sure enough and looks like language or a title: nothing is better than wrong words. */
export function isQuotable(reading: Reading): boolean {
  if (reading.confidence < leastConfidence) return false;
  if (toWords(reading).some(word => word.confidence < leastWordConfidence)) return false;
  const text = toText(reading);
  if (reading.confidence < speck.leastConfidence && speck.pattern.test(text)) return false;
  const letters = (text.match(/[\p{L}\p{N}]/gu) ?? []).length;
  return letters >= (reading.confidence < short.leastConfidence ? short.letters : 2);
}

/** The words as one line. */
export function toText(reading: Reading): string {
  return toWords(reading)
    .map(word => word.text)
    .join(' ');
}

/** Without the ornaments before and behind them. */
function toWords({ words }: Reading): readonly ReadWord[] {
  const isWord = ({ text }: ReadWord) => text !== '' && !ornament.test(text);
  return words
    .slice(words.findIndex(isWord), words.findLastIndex(isWord) + 1)
    .filter(({ text }) => text !== '');
}

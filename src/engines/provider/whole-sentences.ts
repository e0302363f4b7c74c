import { splitSentences } from '#shared/script/split-sentences.ts';

/**
 * A sentence that grows beyond this is let through up to its last space, or as it is when it has none: Thai, for one,
 * writes no sentence marks. It also bounds the work of looking at the open sentence again with each new word.
 */
const longestHeldCharacters = 240;

/** A mark that ends a sentence in any script, and what may close behind it. */
const sentenceEnd = /\p{Sentence_Terminal}[\p{Quotation_Mark}\p{Close_Punctuation}\s]*$/u;

/** Without any of these nothing has ended: what separates paragraphs, the marks of all scripts, and the semicolon, by which Greek asks. */
export const maybeEnded = /[\p{Sentence_Terminal};\u037e\n\r\u0085\u2028\u2029]/u;

/** A text cut in two: what is certainly whole, and what may still go on. */
export interface Cut {
  readonly whole: string;
  readonly open: string;
}

/**
 * Takes the finished sentences off a text that is still being written.
 * @param locale BCP-47 tag of the text
 */
export function cutOpenSentence(text: string, locale: string): Cut {
  // Most words of a model end no sentence, and to look for one costs more than all else that is done with a word.
  const last = maybeEnded.test(text) ? (splitSentences(text, locale).at(-1) ?? '') : text;
  const held = last.length > longestHeldCharacters ? (/\s(\S*)$/u.exec(last)?.[1] ?? '') : last;
  const at = text.length - held.length;
  return { whole: text.slice(0, at), open: held };
}

/**
 * What remains of a text that was broken off at a limit: its whole sentences. A text without one keeps its whole words,
 * and a single word is kept as it is, because something is better than nothing.
 */
export function cutBackToSentences(text: string, locale: string): string {
  const trimmed = text.trimEnd();
  if (sentenceEnd.test(trimmed)) return trimmed;
  const { whole } = cutOpenSentence(trimmed, locale);
  return whole.trimEnd() || trimmed.replace(/\s\S*$/u, '').trimEnd();
}

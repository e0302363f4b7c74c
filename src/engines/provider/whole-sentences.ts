import { splitSentences } from '#shared/script/split-sentences.ts';

/**
 * A longer open sentence is passed on up to its last space, or whole without one: Thai, for example, has no sentence marks. Also
 * limits the cost of rescanning it with each new word.
 */
const longestHeldCharacters = 240;

/** A sentence mark of any script, with closing marks after it. */
const sentenceEnd = /\p{Sentence_Terminal}[\p{Quotation_Mark}\p{Close_Punctuation}\s]*$/u;

/**
 * Without one of these no sentence has ended: paragraph separators, sentence marks of all scripts, and the semicolon, the Greek
 * question mark.
 */
export const maybeEnded = /[\p{Sentence_Terminal};\u037e\n\r\u0085\u2028\u2029]/u;

export interface Cut {
  readonly whole: string;
  readonly open: string;
}

/**
 * Cuts off the finished sentences of a text that is still being written.
 * @param locale BCP-47 tag of the text
 */
export function cutOpenSentence(text: string, locale: string): Cut {
  // Most words end no sentence, and splitting is the most expensive step per word.
  const last = maybeEnded.test(text) ? (splitSentences(text, locale).at(-1) ?? '') : text;
  const held = last.length > longestHeldCharacters ? (/\s(\S*)$/u.exec(last)?.[1] ?? '') : last;
  const at = text.length - held.length;
  return { whole: text.slice(0, at), open: held };
}

/** Cuts a text that was broken off back to whole sentences; else to whole words; a single word stays. */
export function cutBackToSentences(text: string, locale: string): string {
  const trimmed = text.trimEnd();
  if (sentenceEnd.test(trimmed)) return trimmed;
  const { whole } = cutOpenSentence(trimmed, locale);
  return whole.trimEnd() || trimmed.replace(/\s\S*$/u, '').trimEnd();
}

const paragraphGap = '\n\n';

/** Joins notes; if they are too long together, each loses as many of its last sentences. */
export function joinNotes(notes: readonly string[], maxCharacters: number): string {
  const joined = notes.join(paragraphGap);
  if (joined.length <= maxCharacters) return joined;
  const longest = Math.max(1, Math.floor(maxCharacters / notes.length) - paragraphGap.length);
  return notes
    .map(each => (each.length <= longest ? each : cutBackToSentences(each.slice(0, longest), 'en')))
    .join(paragraphGap);
}

import { lineMessages } from '../messages/line-problems.ts';
import { t } from '../messages/message.ts';

export interface Unspoken {
  /** Line number in the script, from 1; in a timed script only lines with times count. */
  readonly line: number;
  /** In a timed script. */
  readonly startSeconds?: number | undefined;
  /** All of the line, or the words that the voice cannot read. */
  readonly text: string;
}

/** Whether a text contains anything to speak. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const longestQuotation = 80;

/** Why {@link Unspoken} text is left out. */
export function describeUnspoken(text: string): string {
  const quoted = text.length > longestQuotation ? `${text.slice(0, longestQuotation)}…` : text;
  return t(hasWords(text) ? lineMessages.wordsUnread : lineMessages.withoutWords, { text: quoted });
}

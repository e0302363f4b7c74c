import { lineMessages } from '../messages/line-problems.ts';
import { t } from '../messages/message.ts';

/** What of a script is not spoken. */
export interface Unspoken {
  /** Of the script, from 1 on; of a timed script its lines with times count. */
  readonly line: number;
  /** Where the script has times. */
  readonly startSeconds?: number | undefined;
  /** All of the line, or the words that the voice cannot read. */
  readonly text: string;
}

/** Whether a voice could say anything of a text. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const longestQuotation = 80;

/** Why {@link Unspoken} text is left out. */
export function describeUnspoken(text: string): string {
  const quoted = text.length > longestQuotation ? `${text.slice(0, longestQuotation)}…` : text;
  return t(hasWords(text) ? lineMessages.wordsUnread : lineMessages.withoutWords, { text: quoted });
}

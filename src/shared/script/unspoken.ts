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

export const noWordsMessage = 'There are no words in this text that a voice could speak.';

const longestQuotation = 80;

/** Says of {@link Unspoken} why it is not spoken, a sentence. */
export function describeUnspoken(text: string): string {
  const quoted = text.length > longestQuotation ? `${text.slice(0, longestQuotation)}…` : text;
  return hasWords(text)
    ? `The voice cannot read “${quoted}”, so it is left out.`
    : `“${quoted}” has no words, so it is left out.`;
}

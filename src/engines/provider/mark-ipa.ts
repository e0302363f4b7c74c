import { replaceTerms } from '#shared/pronunciations.ts';
import type { SpeechRequest } from '../ports.ts';

/**
 * A text in which each word with IPA is replaced by a provider's mark for it, in one pass: marks are not searched.
 * @param mark gets the word as the text writes it
 */
export function markIpa(
  text: string,
  entries: NonNullable<SpeechRequest['ipa']>,
  mark: (word: string, ipa: string) => string,
): string {
  const terms = entries.map(({ term, ipa }) => ({ term, say: ipa }));
  return replaceTerms(text, terms, (word, { say }) => mark(word, say));
}

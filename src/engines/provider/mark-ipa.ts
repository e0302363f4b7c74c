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
  if (entries.length === 0) return text;
  const words = entries.map(({ term }) => `(${escapeTerm(term.trim())})`).join('|');
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])(?:${words})(?![\p{L}\p{N}\p{M}])`, 'giu');
  return text.replace(pattern, (word, ...groups) => {
    const entry = entries[groups.findIndex(group => group !== undefined)];
    return entry ? mark(word, entry.ipa) : word;
  });
}

function escapeTerm(term: string): string {
  return term.replace(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
}

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
  const pattern = new RegExp(entries.map(({ term }) => `(${matchTerm(term.trim())})`).join('|'), 'giu');
  return text.replace(pattern, (word, ...groups) => {
    const entry = entries[groups.findIndex(group => group !== undefined)];
    return entry ? mark(word, entry.ipa) : word;
  });
}

/** Not within another word. Languages without spaces between words have no such bounds. */
function matchTerm(term: string): string {
  const escaped = term.replace(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(term)) return escaped;
  return String.raw`(?<![\p{L}\p{N}\p{M}])${escaped}(?![\p{L}\p{N}\p{M}])`;
}

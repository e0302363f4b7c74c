import type { Language, LanguageCode } from '#shared/languages.ts';

/** Languages whose conjunction depends on the next word in a way that the tables of Unicode do not know. */
const commaOnly: readonly LanguageCode[] = ['cy'];

/** "blue, grey and white" in a language. */
export function formatList(words: readonly string[], language: Language): string {
  if (commaOnly.includes(language.code)) return words.join(', ');
  // Persian lists come with right-to-left marks, which a plain text does not need.
  return new Intl.ListFormat(language.code, { type: 'conjunction' }).format(words).replaceAll('\u200f', '');
}

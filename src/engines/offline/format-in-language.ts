import type { Language, LanguageCode } from '#shared/languages.ts';

/** Languages whose conjunction depends on the next word in a way that the tables of Unicode do not know. */
const commaOnly: readonly LanguageCode[] = ['cy'];

/** In Korean, Unicode's "및" is that of forms; a narrator says "그리고", which needs no agreement with the word before it. */
const koreanAnd = ', 그리고 ';

/** Kept, because making one takes longer than using it many times. */
const formats = new Map<LanguageCode, Intl.ListFormat>();

/** "blue, grey and white" in a language. */
export function formatList(words: readonly string[], { code }: Language): string {
  if (commaOnly.includes(code)) return words.join(', ');
  if (code === 'ko')
    return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(koreanAnd);
  const format = formats.get(code) ?? new Intl.ListFormat(code, { type: 'conjunction' });
  formats.set(code, format);
  // Persian lists come with right-to-left marks, which a plain text does not need.
  return format.format(words).replaceAll('\u200f', '');
}

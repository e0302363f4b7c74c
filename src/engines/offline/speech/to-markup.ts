import type { LanguageCode } from '#shared/languages.ts';
import { respell } from './respell.ts';

/** Languages whose voice says Latin words letter by letter, or those that are not of its syllables. */
const spellsLatin: ReadonlySet<LanguageCode> = new Set<LanguageCode>(['he', 'ja', 'mi']);
/** Letters without a gap, from an escaped sign's `&` on where there is one. */
const word = /[&\p{L}]+/gu;
/** A Latin word with a small letter in it (YouTube, but not AI), and not the name of an escaped sign. */
const latinWord = /^[A-Za-z]*[a-z][A-Za-z]+/u;
const maoriWord = /^(?:(?:wh|ng|[hkmnprtw])?[aeiouāēīōū])+$/u;

/** A text as espeak-ng takes it: SSML. @param text cleaned by `cleanToSpeak` */
export async function toMarkup(text: string, languageCode: LanguageCode): Promise<string> {
  const escaped = (await respell(text, languageCode)).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (!spellsLatin.has(languageCode)) return escaped;
  const isOwn = (letters: string) => languageCode === 'mi' && maoriWord.test(letters.toLowerCase());
  const markWord = (letters: string) =>
    isOwn(letters) ? letters : letters.replace(latinWord, '<voice xml:lang="en">$&</voice>');
  // Every other part is phonemes.
  const parts = escaped.split(/(\[\[[^[\]]*\]\])/u);
  return parts.map((part, at) => (at % 2 === 0 ? part.replace(word, markWord) : part)).join('');
}

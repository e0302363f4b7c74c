import type { LanguageCode } from '#shared/languages.ts';
import respellingsOfVoices from './respellings.json' with { type: 'json' };

/**
 * Words that espeak-ng's voice for a language says wrongly as they are written, most of them English ones that it reads by
 * the language's own rules, and how to write them so that it says them as its speakers do. What ends in a hyphen begins
 * longer words, too. In lower case.
 */
const respellings: Partial<Readonly<Record<LanguageCode, Readonly<Record<string, string>>>>> =
  respellingsOfVoices;

/** Writes the words that a language's voice would say wrongly as it has to read them. */
export function respellWords(text: string, languageCode: LanguageCode): string {
  const words = respellings[languageCode];
  if (!words) return text;
  return text.replace(/[\p{L}\p{M}]+/gu, word => respellWord(word, words));
}

function respellWord(word: string, words: Readonly<Record<string, string>>): string {
  const lower = word.toLowerCase();
  const said = Object.hasOwn(words, lower) ? words[lower] : undefined;
  if (said !== undefined) return said;
  // The Arabic "and" is written in one with the word behind it.
  if (lower.startsWith('و') && Object.hasOwn(words, lower.slice(1))) return `و${words[lower.slice(1)]}`;
  const beginning = Object.keys(words).find(
    each => each.endsWith('-') && lower.startsWith(each.slice(0, -1)),
  );
  return beginning === undefined ? word : (words[beginning] ?? '') + word.slice(beginning.length - 1);
}

import type { LanguageCode } from '#shared/languages.ts';
import { readJapanese } from './read-japanese.ts';
import { readThai } from './read-thai.ts';

/** Writes a text so that espeak-ng's voice for the language says it rightly. */
export async function respell(text: string, languageCode: LanguageCode): Promise<string> {
  if (languageCode === 'ja') return readJapanese(text);
  if (languageCode === 'th') return readThai(text);
  if (languageCode === 'tl') return respellTagalog(text);
  if (languageCode === 'gl') return respellGalician(text);
  return text;
}

/** The two short words that are not said as they are written. */
function respellTagalog(text: string): string {
  return text
    .replace(/\bng\b/gu, 'nang')
    .replace(/\bmga\b/gu, 'manga')
    .replace(/\bMga\b/gu, 'Manga');
}

/** For a Spanish voice, which has no sh (its nearest is ch) and names a lone accented vowel instead of saying it. */
function respellGalician(text: string): string {
  return text
    .replace(/(?<![\p{L}])([áéíóú])(?![\p{L}])/giu, vowel => vowel.normalize('NFD').charAt(0))
    .replace(/x(?=[\p{L}])(?![bcdfgpqtmn])/gu, 'ch')
    .replace(/X(?=[\p{L}])(?![bcdfgpqtmn])/gu, 'Ch');
}

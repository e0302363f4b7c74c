import { eld } from 'eld/extrasmall';
import { defaultLanguageName, getLanguage, type Language, languages } from '#shared/languages.ts';
import { replaceQuotations } from '#shared/script/quotations.ts';
import { plainWords, smallWords } from './small-words.ts';

/** Enough characters for detection. */
const maxReadCharacters = 4000;
/** Minimum share of small words for one of `plainWords`. */
const minSmallWordShare = 0.25;

/** Letters that identify a language, and their minimum share of all letters. */
const distinctLetters: readonly (readonly [code: string, letters: RegExp, share: number])[] = [
  ['ja', /\p{Script=Hiragana}|\p{Script=Katakana}/gu, 0.15],
  ['zh', /\p{Script=Han}/gu, 0.5],
  ['ko', /\p{Script=Hangul}/gu, 0.5],
  ['hy', /\p{Script=Armenian}/gu, 0.5],
  ['el', /\p{Script=Greek}/gu, 0.5],
  ['he', /\p{Script=Hebrew}/gu, 0.5],
  ['kn', /\p{Script=Kannada}/gu, 0.5],
  ['ta', /\p{Script=Tamil}/gu, 0.5],
  ['th', /\p{Script=Thai}/gu, 0.5],
  // Kazakh's own Cyrillic letters: one in ten in its texts, none in other languages.
  ['kk', /[әғқңөұүһ]/giu, 0.03],
];

const byCode: ReadonlyMap<string, Language> = new Map(languages.map(language => [language.code, language]));
const families = smallWords.map(toWordSets);
const plainLanguages = toWordSets(plainWords);
const norwegian = 'no';
/** Default between two related languages, if the detector only knows the less common one. */
const moreCommon: Readonly<Record<string, string>> = { ms: 'id' };
eld.setLanguageSubset([...byCode.keys(), norwegian]);

/**
 * Detects which of our languages a text is in. Method and accuracy: `docs/decisions/language-detection.md`. Importing this file
 * loads the detector's 60,000 word pieces, which takes 0.15 s and 50 MB: on a server use `detectLanguage`.
 * @returns English if undecided
 */
export function findLanguage(text: string): Language {
  const start = removeQuotations(text.slice(0, maxReadCharacters));
  const code = findByLetters(start) ?? findByWords(start);
  return byCode.get(code) ?? getLanguage(defaultLanguageName);
}

/** Minimum letters besides quotations: two short words, or a few Chinese characters. */
const minLetters = 4;

/** Quotations may be in any language; they count only if there is hardly anything else. */
function removeQuotations(text: string): string {
  const rest = replaceQuotations(text, () => '…');
  return (rest.match(/\p{L}/gu)?.length ?? 0) < minLetters ? text : rest;
}

function findByLetters(text: string): string | undefined {
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
  const found = distinctLetters.find(([, letters, share]) => {
    const count = text.match(letters)?.length ?? 0;
    return count > 0 && count >= share * letterCount;
  });
  return found?.[0];
}

function findByWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
  if (isMaori(words)) return 'mi';
  const detected = eld.detect(text).language;
  const guess = detected === norwegian ? 'nb' : detected;
  const ownWords = families.map(family => family.get(guess)).find(Boolean) ?? new Set<string>();
  for (const [code, set] of plainLanguages) {
    const count = countIn(set, words);
    const enough = code === 'sw' && isSwahili(words) ? minSmallWordShare / 2 : minSmallWordShare;
    if (count > 0 && count >= enough * words.length && count > countIn(ownWords, words)) return code;
  }
  return findRelative(guess, words);
}

/** The related language with most of its small words in the text; the first guess on a tie. */
function findRelative(guess: string, words: readonly string[]): string {
  let best = moreCommon[guess] ?? guess;
  for (const family of families) {
    if (!family.has(guess)) continue;
    for (const [code, set] of family) {
      if (isMore(set, family.get(best), words)) best = code;
    }
  }
  return best;
}

function isMore(
  set: ReadonlySet<string>,
  than: ReadonlySet<string> | undefined,
  words: readonly string[],
): boolean {
  return countIn(set, words) > (than ? countIn(than, words) : 0);
}

/** Consonants before a vowel of a Swahili word. */
const swahiliOnset = /^[mn]?(?:ch|sh|dh|gh|kh|th|ng'?|ny|[bdfghjklmnprstvwyz])?[wy]?$/u;

/** Nearly all Swahili syllables are open. */
function isSwahili(words: readonly string[]): boolean {
  return words.filter(hasSwahiliSyllables).length >= 0.9 * words.length;
}

/** Syllable by syllable: one pattern for the whole word would backtrack over each reading of `nya`. */
function hasSwahiliSyllables(word: string): boolean {
  const onsets = word.split(/[aeiou]/u);
  const end = onsets.pop();
  return end === '' && onsets.length > 0 && onsets.every(onset => swahiliOnset.test(onset));
}

/** Maori uses few letters, and every word ends in a vowel. */
function isMaori(words: readonly string[]): boolean {
  const count = words.filter(word => /^(?:(?:wh|ng|[hkmnprtw])?[aeiouāēīōū])+$/u.test(word)).length;
  return words.length >= 3 && count >= 0.9 * words.length;
}

function countIn(set: ReadonlySet<string>, words: readonly string[]): number {
  return words.reduce((count, word) => count + (set.has(word) ? 1 : 0), 0);
}

function toWordSets(wordsByCode: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(wordsByCode).map(([code, words]) => [code, new Set(words.split(' '))]));
}

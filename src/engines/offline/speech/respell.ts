import type { LanguageCode } from '#shared/languages.ts';
import { languageVoices } from './offline-voices.ts';
import { readHebrew } from './read-hebrew.ts';
import { readJapanese } from './read-japanese.ts';
import { readThai } from './read-thai.ts';
import respellingsOfVoices from './respellings.json' with { type: 'json' };
import { sayAsWords } from './say-as-words.ts';
import { sayJapaneseNumbers } from './say-japanese-numbers.ts';

export async function respell(text: string, languageCode: LanguageCode): Promise<string> {
  const said = sayAsWords(text, languageCode);
  if (languageCode === 'th') return readThai(said);
  if (languageCode === 'ja') return readJapanese(sayJapaneseNumbers(said));
  const spoken = respellPercent(said, languageCode);
  const words = respellWords(spoken, languageCode);
  if (languageCode === 'he') return readHebrew(words);
  if (languageCode === 'gl') return respellGalician(words);
  if (languageCode === 'zh') return respellChinese(words);
  if (languageCode === 'uk') return respellUkrainian(words);
  return words;
}

function respellPercent(text: string, languageCode: LanguageCode): string {
  // In Chinese it stands before the number.
  if (languageCode === 'zh')
    return text.replace(/[\d.,]+\s?%?/gu, number =>
      /\d\s?%$/u.test(number) ? `百分之${number.slice(0, -1).trim()}` : number,
    );
  const said = languageVoices[languageCode].percent;
  return said === undefined ? text : text.replace(/(?<=\d)\s?%/gu, ` ${said}`);
}

/** The voice names these marks: "opening quotation mark". */
function respellUkrainian(text: string): string {
  return text.replace(/[«»„“”"]/gu, ' ');
}

/** The syllables of Mandarin that its voice takes for English words, and how it says them in its own sounds. */
const chineseSounds: readonly (readonly [characters: RegExp, phonemes: string])[] = [
  [/[兄胸凶匈汹]/gu, "[[S;j'ong55]]"],
  [/[熊雄]/gu, "[[S;j'ong35]]"],
  [/[穷琼穹]/gu, "[[tS;hj'ong35]]"],
  [/[窘炯迥]/gu, "[[tS;j'ong214]]"],
];

/** A digit right behind a Latin letter would be its tone. */
function respellChinese(text: string): string {
  const apart = text.replace(/(?<=[A-Za-z])(?=\d)/gu, ' ');
  return chineseSounds.reduce((said, [characters, phonemes]) => said.replace(characters, phonemes), apart);
}

/** For a Spanish voice, which has no sh (its nearest is ch) and names a lone accented vowel instead of saying it. */
function respellGalician(text: string): string {
  return text
    .replace(/(?<![\p{L}])([áéíóú])(?![\p{L}])/giu, vowel => vowel.normalize('NFD').charAt(0))
    .replace(/x(?=[\p{L}])(?![bcdfgpqtmn])/gu, 'ch')
    .replace(/X(?=[\p{L}])(?![bcdfgpqtmn])/gu, 'Ch');
}

/**
 * Words that espeak-ng's voice for a language says wrongly as they are written, most of them English ones that it reads by
 * the language's own rules, and how to write them so that it says them as its speakers do. What ends in a hyphen begins
 * longer words, too. In lower case.
 */
const respellings: Partial<Readonly<Record<LanguageCode, Readonly<Record<string, string>>>>> =
  respellingsOfVoices;

function respellWords(text: string, languageCode: LanguageCode): string {
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

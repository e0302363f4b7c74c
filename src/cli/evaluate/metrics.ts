import type { CuePoint } from '#engines/ports.ts';
import { checkLines } from '#narration/check-lines.ts';
import { checkWords, hasWordRules } from '#shared/checks/check-words.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { createLine } from '#shared/narration/project.ts';
import type { SeenPerson } from '#shared/narration/seen-people.ts';
import { readDigit } from '#shared/script/time-format.ts';

/** A model's answer for moments, as it came. */
export interface Answer {
  readonly cuePoints: readonly CuePoint[];
  readonly written: string;
}

/** So many of so many. */
export function share(isSo: readonly boolean[]) {
  return { count: isSo.filter(Boolean).length, of: isSo.length };
}

/** Lines that fit the room of their moments before any is shortened. */
export function countFitting(answers: readonly Answer[], language: Language) {
  const checked = answers.map(({ written, cuePoints }) => checkLines(written, cuePoints, language));
  return share(checked.flatMap(({ lines, tooLong }) => lines.map((_, at) => at >= tooLong.length)));
}

/** Lines whose first two words another before them has, too; where words are not set apart, four characters. */
export function countRepeatedOpenings(texts: readonly string[], { speakingRate }: Language) {
  const openings = texts.map(text => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}'’-]+/gu) ?? [];
    return speakingRate.unit === 'words' ? words.slice(0, 2).join(' ') : words.join('').slice(0, 4);
  });
  return share(openings.map((opening, at) => openings.indexOf(opening) < at));
}

/** A narration may say "we", but neither that we see nor what we see it in. */
const seeing: Partial<Readonly<Record<LanguageName, RegExp>>> = {
  English: /\b(?:we|you) (?:(?:can|now|also) )*(?:see|watch|hear|notice)\b|\bin this (?:frame|picture)\b/iu,
  German:
    /\b(?:wir|man) (?:sehen|sieht|hören|hört)\b|\b(?:sehen wir|sieht man|hören wir|auf diesem Bild)\b/iu,
  Spanish: /\b(?:vemos|podemos ver|se (?:puede ver|ven?)|en est[ea] (?:fotograma|imagen))\b/iu,
  Japanese: /が見え(?:る|ます|てきます)|この(?:フレーム|コマ|画像)/u,
};

/** Lines that talk about the picture, by the rules of descriptions, too. @returns undefined for a language without rules */
export function countForbidden(texts: readonly string[], language: LanguageName, isDescription: boolean) {
  if (!hasWordRules(language)) return undefined;
  const rules = ['no-camera-words', 'say-it-directly', ...(isDescription ? ['no-we'] : [])];
  const check = (text: string) =>
    checkWords(createLine({ text }), language).some(({ rule }) => rules.includes(rule));
  return share(texts.map(text => seeing[language]?.test(text) || check(text)));
}

/** With one article, so that "a woman" is "the woman". */
const fold = (text: string) => text.toLowerCase().replace(/\b(?:an?|another) /gu, 'the ');
const shortName = /^(?:[\p{L}'’-]+ )*?(?<noun>[\p{L}'’-]+)(?= (?:in|with|wearing|on|at|of|from|by|who)\b|$)/u;

/**
 * People of the notes who are told of in English, and those of them who are never called otherwise: by another word before their noun, or
 * another "in", "with" or "wearing" after it, than in their short name. People who share a noun are left out.
 */
export function countSameName(
  texts: readonly string[],
  people: readonly Pick<SeenPerson, 'short' | 'name'>[],
) {
  const nouns = people.map(({ short }) => shortName.exec(fold(short))?.groups?.noun ?? '');
  const told = people.flatMap(({ short, name }, at) => {
    const noun = nouns[at] ?? '';
    const own = texts.filter(
      text => (name !== '' && text.includes(name)) || new RegExp(`\\b${noun}\\b`, 'iu').test(text),
    );
    if (noun === '' || own.length === 0 || nouns.indexOf(noun) !== nouns.lastIndexOf(noun)) return [];
    const other = new RegExp(
      `\\bthe (?:(?!the )[\\p{L}'’-]+ ){1,2}${noun}\\b|\\bthe ${noun} (?:in|with|wearing)\\b`,
      'u',
    );
    return [!own.some(text => other.test(fold(text).replaceAll(fold(short), '')))];
  });
  return share(told);
}

/** Numbers in digits, and names, of originals that their translations have, too. Other scripts write names their own way. */
export function countKept(
  pairs: readonly (readonly [string, string])[],
  names: readonly string[],
  into: LanguageName,
) {
  const isLatin = /^\p{Script=Latin}/u.test(getLanguage(into).nativeName);
  const facts = pairs.flatMap(([original, translation]) => {
    const own = names.filter(name => isLatin && name !== '' && original.includes(name));
    const numbers = listNumbers(translation);
    return [
      ...listNumbers(original).map(each => numbers.includes(each)),
      ...own.map(name => translation.includes(name)),
    ];
  });
  return share(facts);
}

function listNumbers(text: string): string[] {
  const ascii = text.replace(/\p{Nd}/gu, digit => String(readDigit(digit)));
  return ascii.match(/\d+(?:[.,\s']?\d+)*/gu)?.map(number => number.replace(/\D/gu, '')) ?? [];
}

import type { CuePoint } from '#engines/ports.ts';
import { checkLines } from '#narration/check-lines.ts';
import { checkWords, hasWordRules } from '#shared/checks/check-words.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { createLine } from '#shared/narration/project.ts';
import type { SeenPerson } from '#shared/narration/seen-people.ts';
import { compareNumbers } from '#shared/script/compare-numbers.ts';

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
  const isFound = (text: string) =>
    checkWords(createLine({ text }), language).some(({ rule }) => rules.includes(rule));
  return share(texts.map(text => seeing[language]?.test(text) || isFound(text)));
}

/** With one article, so that "a woman" is "the woman". */
const fold = (text: string) => text.toLowerCase().replace(/\b(?:an?|another) /gu, 'the ');
const shortName = /^(?:[\p{L}'’-]+ )*?(?<noun>[\p{L}'’-]+)(?= (?:in|with|wearing|on|at|of|from|by|who)\b|$)/u;
type Person = Pick<SeenPerson, 'short' | 'name'>;

/**
 * People of the notes who are told of in English, and those of them who are never called otherwise: by another word before their noun, or
 * another "in", "with" or "wearing" after it, than in their short name. People who share a noun are left out.
 */
export function countSameName(texts: readonly string[], people: readonly Person[]) {
  const nouns = people.map(({ short }) => shortName.exec(fold(short))?.groups?.noun ?? '');
  const told = people.flatMap(({ short, name }, at) => {
    const noun = nouns[at] ?? '';
    const isTold = texts.some(
      text => (name !== '' && text.includes(name)) || fold(text).split(/\P{L}/u).includes(noun),
    );
    if (noun === '' || !isTold || nouns.indexOf(noun) !== nouns.lastIndexOf(noun)) return [];
    const more = `\\bthe (?:(?!the )[\\p{L}'’-]+ ){1,2}${noun}\\b|\\bthe ${noun} (?:in|with|wearing)\\b`;
    return [!texts.some(text => new RegExp(more, 'u').test(fold(text).replaceAll(fold(short), '')))];
  });
  return share(told);
}

type Pair = readonly [original: string, translation: string];

/** Lines with numbers or names, and those whose translation keeps them. Other scripts than Latin write names their own way. */
export function countKept(pairs: readonly Pair[], people: readonly Person[], into: LanguageName) {
  const isLatin = /^\p{Script=Latin}/u.test(getLanguage(into).nativeName);
  const kept = pairs.flatMap(([original, translation]) => {
    const names = people.filter(({ name }) => isLatin && name !== '' && original.includes(name));
    if (names.length === 0 && !/\p{Nd}/u.test(original)) return [];
    const hasNumbers = compareNumbers(original, translation).lost.length === 0;
    return [hasNumbers && names.every(({ name }) => translation.includes(name))];
  });
  return share(kept);
}

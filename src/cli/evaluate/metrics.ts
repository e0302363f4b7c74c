import type { TimedScriptRequest } from '#engines/ports.ts';
import { checkLines } from '#narration/check-lines.ts';
import { checkWords, hasWordRules } from '#shared/checks/check-words.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import {
  createLine,
  joinText,
  type Narration,
  type Observation,
  type Project,
  readObservations,
} from '#shared/narration/project.ts';
import { type SeenPerson, splitPeople } from '#shared/narration/seen-people.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { compareNumbers } from '#shared/script/compare-numbers.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { computeWritableBudget, countSpokenUnits } from '#shared/script/time-budget.ts';

/** A model's answer for moments, as it came. */
export type Answer = Pick<TimedScriptRequest, 'cuePoints'> & { readonly written: string };

function share(isSo: readonly boolean[]) {
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
const addition = /[^\p{L} '’-]| (?:in|with|wearing|on|at|of|from|by|who)\b/u;
type Person = Pick<SeenPerson, 'short' | 'name'>;

/**
 * People of the notes who are told of in English, and those of them who are never called otherwise: by another word before their noun, or
 * another "in", "with" or "wearing" after it, than in their short name. People who share a noun are left out.
 */
export function countSameName(texts: readonly string[], people: readonly Person[]) {
  const nouns = people.map(({ short }) => short.split(addition)[0]?.toLowerCase().split(' ').at(-1) ?? '');
  const told = people.flatMap(({ short, name }, at) => {
    const noun = nouns[at] ?? '';
    const isTold = (text: string) =>
      (name !== '' && text.includes(name)) || fold(text).split(/\P{L}/u).includes(noun);
    if (noun === '' || !texts.some(isTold) || nouns.indexOf(noun) !== nouns.lastIndexOf(noun)) return [];
    const calls = texts.flatMap(text =>
      fold(text)
        .replaceAll(fold(short), '')
        .split(/\bthe /u)
        .slice(1),
    );
    const isOther = (words: readonly string[]) =>
      words.indexOf(noun) > 0 || (words[0] === noun && /^(?:in|with|wearing)$/u.test(words[1] ?? ''));
    return [!calls.some(call => isOther(call.split(/[^\p{L}-]/u, 3)))];
  });
  return share(told);
}

/** Lines with numbers or names, and those whose translation keeps them. Other scripts than Latin write names their own way. */
export function countKept(
  pairs: readonly (readonly [original: string, translation: string])[],
  people: readonly Person[],
  into: LanguageName,
) {
  const isLatin = /^\p{Script=Latin}/u.test(getLanguage(into).nativeName);
  const kept = pairs.flatMap(([original, translation]) => {
    const names = people.filter(({ name }) => isLatin && name !== '' && original.includes(name));
    if (names.length === 0 && !/\p{Nd}/u.test(original)) return [];
    const hasNumbers = compareNumbers(original, translation).lost.length === 0;
    return [hasNumbers && names.every(({ name }) => translation.includes(name))];
  });
  return share(kept);
}

function printMaker({ provider, model, prompt }: Observation['source']): string {
  return [provider, model, prompt].filter(Boolean).join(' ');
}

/** Measures the newest narration of a project, which may be a translation. */
export function measure({ video, observations, narrations }: Project, answers: readonly Answer[]) {
  const { lines, language: name = 'English', style, writer } = narrations.at(-1) as Narration;
  const language = getLanguage(name);
  const script = joinText(lines);
  const texts =
    style === 'continuous' ? splitSentences(script, language.code) : lines.map(({ text }) => text);
  const room = computeWritableBudget(language, (video?.durationMs ?? 0) / 1000).count;
  const moments = answers.flatMap(({ cuePoints }) => cuePoints).length;
  const { people } = splitPeople(readObservations(observations).analysis);
  const originals = new Map(narrations.flatMap(each => each.lines).map(({ id, text }) => [id, text]));
  const pairs = lines.flatMap(({ sourceLineId: id, text }) =>
    id ? [[originals.get(id) ?? '', text] as const] : [],
  );
  const fitting =
    moments > 0 ? countFitting(answers, language) : share([countSpokenUnits(language, script) <= room]);
  return {
    text: pairs.length > 0 ? pairs.map(pair => pair.join('\n→ ')).join('\n') : printScript(lines),
    makers: [observations[0]?.source, writer].flatMap(each => (each ? printMaker(each) : [])),
    metrics: {
      ...((moments > 0 || style === 'continuous') && { 'lines within their length': fitting }),
      ...(moments > 0 && { 'moments used': { count: lines.length, of: moments } }),
      'openings that repeat': countRepeatedOpenings(texts, language),
      'forbidden phrases': countForbidden(texts, name, style.startsWith('description')),
      ...(name === 'English' && { 'people named the same': countSameName(texts, people) }),
      ...(pairs.length > 0 && { 'numbers and names kept': countKept(pairs, people, name) }),
    },
  };
}

import type { LanguageName } from '../languages.ts';
import { isInCapitals, type OwnPronunciation } from '../pronunciations.ts';
import { keepSame, type Term } from './project.ts';

/** Where a word is known: in a project, or in all projects of a person, where it has no translations. */
export type WordScope = 'project' | 'own';

/** How a word is spoken and translated. */
export type Word = Term & { readonly scope: WordScope };

/** Where words are kept. */
export type KeptWords = { readonly glossary: readonly Term[]; readonly own: readonly OwnPronunciation[] };

export const emptyTerm: Term = { term: '', byLanguage: {}, isNeverTranslated: false, pronunciation: {} };

export function isTranslatedTerm({ byLanguage, isNeverTranslated }: Term): boolean {
  return isNeverTranslated || Object.values(byLanguage).some(Boolean);
}

export function isPronouncedTerm({ pronunciation }: Term): boolean {
  return Object.values(pronunciation).some(Boolean);
}

/** One word a row, by the alphabet. */
export function listWords({ glossary, own }: KeptWords): readonly Word[] {
  const all: readonly Word[] = [
    ...glossary.map(term => ({ ...term, scope: 'project' as const })),
    ...own.map(({ language, term, say }) => {
      return { ...emptyTerm, term, pronunciation: { [language]: say }, scope: 'own' as const };
    }),
  ];
  const alike = Map.groupBy(all, ({ scope, term }) => `${scope} ${identify(term)}`);
  return [...alike.values()]
    .map(words => words.reduceRight((rest, word) => joinWords(word, rest)))
    .filter(word => word.term.trim() !== '' || isTranslatedTerm(word) || isPronouncedTerm(word))
    .sort((one, other) => one.term.localeCompare(other.term));
}

/** What both say is as the first says it. */
function joinWords(first: Word, other: Word): Word {
  return {
    ...first,
    byLanguage: { ...other.byLanguage, ...first.byLanguage },
    pronunciation: { ...other.pronunciation, ...first.pronunciation },
    isNeverTranslated: first.isNeverTranslated || other.isNeverTranslated,
  };
}

/**
 * Adds, replaces or removes a word. A word of all projects leaves its translations in this one.
 * @returns the same lists where nothing of them changes
 */
export function changeWord(kept: KeptWords, before: Word | undefined, after: Word | undefined): KeptWords {
  const isOf = (word: Word | undefined, scope: WordScope, term: string) =>
    word?.scope === scope && isSameWord(word.term, term);
  const isGone = (scope: WordScope, term: string) => isOf(before, scope, term) || isOf(after, scope, term);
  const known = after && listWords(kept).find(({ scope, term }) => isOf(after, scope, term));
  const isOther = known !== undefined && !(before && isOf(before, known.scope, known.term));
  const word = after && tidy(isOther ? joinWords(after, known) : after);
  const { scope, ...term } = word ?? { ...emptyTerm, scope: undefined };

  const at = kept.glossary.findIndex(each => isGone('project', each.term));
  const others = at < 0 ? kept.glossary : kept.glossary.filter(each => !isGone('project', each.term));
  const kind = scope === 'own' ? { ...term, pronunciation: {} } : term;
  const isKept = scope === 'project' || isTranslatedTerm(kind);
  const glossary = isKept ? others.toSpliced(at < 0 ? others.length : at, 0, kind) : others;

  const left = kept.own.filter(each => !isGone('own', each.term));
  const rest = keepSame(kept.own, left);
  const says = scope === 'own' ? (Object.entries(term.pronunciation) as [LanguageName, string][]) : [];
  const own =
    says.length > 0
      ? [...rest, ...says.map(([language, say]) => ({ language, term: term.term, say }))]
      : rest;
  return { glossary, own };
}

function tidy(word: Word): Word {
  const clean = (texts: Term['byLanguage']) =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([language, text]) => (text.trim() ? [[language, text.trim()]] : [])),
    );
  return {
    ...word,
    term: word.term.trim(),
    byLanguage: clean(word.byLanguage),
    pronunciation: clean(word.pronunciation),
  };
}

export function isSameWord(one: string, other: string): boolean {
  return identify(one) === identify(other);
}

/** "IT" and "it" are two words. */
function identify(term: string): string {
  return `${isInCapitals(term)} ${term.trim().toLowerCase()}`;
}

import type { LanguageName } from '../languages.ts';
import { isInCapitals, type OwnPronunciation } from '../pronunciations.ts';
import type { Term } from './project.ts';

/** It says how a word is spoken, and nothing of how it is translated. */
export function isOnlyPronounced({ byLanguage, isNeverTranslated, pronunciation }: Term): boolean {
  const isPronounced = Object.values(pronunciation).some(Boolean);
  return isPronounced && !isNeverTranslated && !Object.values(byLanguage).some(Boolean);
}

export function listPronounced(glossary: readonly Term[]): OwnPronunciation[] {
  return glossary.flatMap(({ term, pronunciation }) =>
    (Object.entries(pronunciation) as [LanguageName, string][]).flatMap(([language, say]) =>
      say ? [{ language, term, say }] : [],
    ),
  );
}

/** The glossary with a word said otherwise in a language; nothing else of its term changes. */
export function addPronounced(
  glossary: readonly Term[],
  { language, term, say }: OwnPronunciation,
): readonly Term[] {
  const at = findTerm(glossary, term);
  const known = glossary[at];
  if (known)
    return glossary.with(at, { ...known, pronunciation: { ...known.pronunciation, [language]: say } });
  return [
    ...glossary,
    { term, byLanguage: {}, isNeverTranslated: false, pronunciation: { [language]: say } },
  ];
}

/** The glossary without a word's pronunciation in a language, and without its term where that says nothing else. */
export function removePronounced(
  glossary: readonly Term[],
  { language, term }: Pick<OwnPronunciation, 'language' | 'term'>,
): readonly Term[] {
  const at = findTerm(glossary, term);
  const known = glossary[at];
  if (!known) return glossary;
  const { [language]: _, ...pronunciation } = known.pronunciation;
  const wasOnlyPronounced = isOnlyPronounced(known);
  if (wasOnlyPronounced && Object.keys(pronunciation).length === 0) return glossary.toSpliced(at, 1);
  return glossary.with(at, { ...known, pronunciation });
}

function findTerm(glossary: readonly Term[], term: string): number {
  return glossary.findIndex(each => isSameWord(each.term, term));
}

export function isSameWord(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase() && isInCapitals(one) === isInCapitals(other);
}

import type { GlossaryTerm } from '#engines/ports.ts';
import { toOneRow } from '#shared/script/break-rows.ts';

/** A term of a project's glossary, as it concerns the language of a translation. */
export interface TermToKeep {
  readonly term: string;
  readonly translation?: string | undefined;
  readonly isNeverTranslated: boolean;
}

/** What is binding of a glossary: terms without a translation are left to the translator. */
export function listFixed(glossary: readonly TermToKeep[]): GlossaryTerm[] {
  return glossary.flatMap(({ term, translation = '', isNeverTranslated }) => {
    if (term.trim() === '') return [];
    if (isNeverTranslated) return [{ term, translation: term }];
    return translation.trim() === '' ? [] : [{ term, translation }];
  });
}

/** Whether a text has a word that begins with a term, in any inflection; where words are not set apart, anywhere. */
export function mentions(text: string, term: string): boolean {
  return isIn(text, term, false);
}

/** A term of a text whose translation does not have it as it should be. */
export function findBroken(
  text: string,
  translation: string,
  glossary: readonly GlossaryTerm[],
): GlossaryTerm | undefined {
  return glossary.find(each => isIn(text, each.term, true) && !isKept(each, translation));
}

export function isNeverTranslated({ term, translation }: GlossaryTerm): boolean {
  return term === translation;
}

/** Endings of this length may differ by the grammar of the sentence. */
const endingCharacters = 2;
const leastStemCharacters = 4;

function isKept(term: GlossaryTerm, text: string): boolean {
  const [inText, wanted] = [fold(text), fold(term.translation)];
  if (inText.includes(wanted)) return true;
  if (isNeverTranslated(term)) return false;
  return wanted
    .split(' ')
    .every(word =>
      inText.includes(word.slice(0, Math.max(leastStemCharacters, word.length - endingCharacters))),
    );
}

function isIn(text: string, term: string, isWholeWord: boolean): boolean {
  const [inText, wanted] = [fold(text), fold(term)];
  const isUnspaced = /\p{Lo}/u.test(wanted);
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const begins = !/[\p{L}\p{N}]$/u.test(inText.slice(Math.max(0, at - 2), at));
    const ends = !isWholeWord || !/^[\p{L}\p{N}]/u.test(inText.slice(end, end + 2));
    if (isUnspaced || (begins && ends)) return true;
  }
  return false;
}

function fold(text: string): string {
  return toOneRow(text.normalize('NFC')).toLowerCase();
}

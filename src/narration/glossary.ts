import type { GlossaryTerm } from '#engines/ports.ts';
import { toOneRow } from '#shared/script/write-subtitles.ts';

/** Of what lines mention, this much goes along with them: every call pays for it. */
const maxAlong = { count: 40, characters: 2000 } as const;

/**
 * What goes along with lines: what they mention, in the order in which they do, the longest first. A word mentions what it begins with,
 * in any inflection; where words are not set apart, it may be anywhere.
 * @param getNames by which it is mentioned
 */
export function pickMentioned<Thing extends object>(
  text: string,
  things: readonly Thing[],
  getNames: (thing: Thing) => readonly string[],
): Thing[] {
  const folded = fold(text);
  const mentioned = things.map(thing => ({
    thing,
    length: Object.values(thing).join('').length,
    at: Math.min(...getNames(thing).map(name => findIn(folded, name, false))),
  }));
  const along: Thing[] = [];
  let characters = 0;
  for (const { thing, at, length } of mentioned.sort((a, b) => a.at - b.at || b.length - a.length)) {
    const isAlong = along.length < maxAlong.count && characters + length <= maxAlong.characters;
    if (!Number.isFinite(at) || !isAlong) continue;
    characters += length;
    along.push(thing);
  }
  return along;
}

/** A term of a text whose translation does not have it as it should be. */
export function findBroken(
  text: string,
  translation: string,
  glossary: readonly GlossaryTerm[],
): GlossaryTerm | undefined {
  const folded = fold(text);
  return glossary.find(
    each => Number.isFinite(findIn(folded, each.term, true)) && !isKept(each, translation),
  );
}

export function isNeverTranslated({ term, translation }: GlossaryTerm): boolean {
  return term === translation;
}

/** Endings of this length may differ by the grammar of the sentence. */
const endingCharacters = 2;
const minStemCharacters = 4;

function isKept(term: GlossaryTerm, text: string): boolean {
  const [inText, wanted] = [fold(text), fold(term.translation)];
  if (inText.includes(wanted)) return true;
  if (isNeverTranslated(term)) return false;
  return wanted
    .split(' ')
    .every(word =>
      inText.includes(word.slice(0, Math.max(minStemCharacters, word.length - endingCharacters))),
    );
}

/** The first place of a term in a folded text; infinite if it is nowhere, or empty. */
function findIn(text: string, term: string, isWholeWord: boolean): number {
  const wanted = fold(term);
  const isUnspaced = /\p{Lo}/u.test(wanted);
  for (let at = text.indexOf(wanted); wanted !== '' && at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const begins = !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    const ends = !isWholeWord || !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
    if (isUnspaced || (begins && ends)) return at;
  }
  return Number.POSITIVE_INFINITY;
}

export function fold(text: string): string {
  return toOneRow(text.normalize('NFC')).toLowerCase();
}

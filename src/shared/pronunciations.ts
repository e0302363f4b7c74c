import type { LanguageName } from './languages.ts';

/** How a word is said, in one language: of a project's glossary or of a person's own list. */
export interface Pronunciation {
  readonly term: string;
  /** A respelling such as "ben-shee", or IPA between slashes: "/ˈbɛnʃi/". */
  readonly say: string;
}

/** Of a person's list, which holds for all of their projects. */
export interface OwnPronunciation extends Pronunciation {
  readonly language: LanguageName;
}

/** The IPA of a pronunciation without its slashes; undefined for a respelling. */
export function readIpa({ say }: Pick<Pronunciation, 'say'>): string | undefined {
  return /^\/(?<ipa>[^/]+)\/$/u.exec(say.trim())?.groups?.ipa?.trim();
}

/** Those that count in a text, in the order in which they occur: see {@link findTerms}. */
export function pickPronunciations(
  text: string,
  all: readonly Pronunciation[] = [],
): readonly Pronunciation[] {
  return [...new Set(findTerms(text, all).map(({ pronunciation }) => pronunciation))];
}

/**
 * The text as it is sent to a voice: respelled words replaced, once. Those with IPA stay as they are written. A text
 * without any is the same to the character; others are in composed characters (NFC).
 */
export function respell(text: string, pronunciations: readonly Pronunciation[]): string {
  return replaceTerms(text, pronunciations, (word, each) =>
    readIpa(each) === undefined ? each.say.trim() : word,
  );
}

/** The text with something else for each word of {@link findTerms}, in composed characters (NFC) if there are any. */
export function replaceTerms(
  text: string,
  pronunciations: readonly Pronunciation[],
  toSaid: (word: string, pronunciation: Pronunciation) => string,
): string {
  const found = findTerms(text, pronunciations);
  if (found.length === 0) return text;
  const composed = text.normalize('NFC');
  let said = '';
  let at = 0;
  for (const { start, end, pronunciation } of found) {
    said += composed.slice(at, start) + toSaid(composed.slice(start, end), pronunciation);
    at = end;
  }
  return said + composed.slice(at);
}

/** Where a pronunciation counts, in the characters of the composed text (NFC). */
interface FoundTerm {
  readonly start: number;
  readonly end: number;
  readonly pronunciation: Pronunciation;
}

/**
 * The words of a text that have a pronunciation, in order: whole words, whatever their case. Of terms that overlap the
 * longest counts; of two for one word the first in the list. An inflected form is another word.
 */
export function findTerms(text: string, pronunciations: readonly Pronunciation[]): readonly FoundTerm[] {
  if (pronunciations.length === 0) return [];
  const { root, count } = compileTerms(pronunciations);
  const { letters, starts } = listLetters(text.normalize('NFC'));
  const ofTerms: FoundTerm[][] = Array.from({ length: count }, () => []);
  for (const [at, letter] of letters.entries()) {
    let place = root.next.get(letter);
    for (let behind = at + 1; place; behind++) {
      const { term } = place;
      const start = starts[at] as number;
      const found = term && ofTerms[term.order];
      const isFree = found && start >= (found.at(-1)?.end ?? 0);
      if (isFree && !term.notBefore?.test(letters[at - 1] ?? '') && !term.notBehind.test(letters[behind] ?? ''))
        found.push({ start, end: starts[behind] as number, pronunciation: term.pronunciation });
      place = place.next.get(letters[behind] ?? '');
    }
  }
  const byLength: FoundTerm[][] = [];
  for (const each of ofTerms.flat()) (byLength[each.end - each.start] ??= []).push(each);
  const isTaken = new Uint8Array(starts.at(-1) ?? 0);
  const kept = byLength
    .reverse()
    .flat()
    .filter(({ start, end }) => {
      // None is longer than those before it: if it overlaps one, an end of it lies within that.
      if (isTaken[start] || isTaken[end - 1]) return false;
      isTaken.fill(1, start, end);
      return true;
    });
  return kept.sort((one, other) => one.start - other.start);
}

/** The letters of a text as they are compared, white space as one; where each starts, and at last the text's length. */
function listLetters(text: string): { readonly letters: readonly string[]; readonly starts: readonly number[] } {
  const letters: string[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const letter of text) {
    const folded = fold(letter);
    if (folded !== ' ' || letters.at(-1) !== ' ') {
      letters.push(folded);
      starts.push(at);
    }
    at += letter.length;
  }
  return { letters, starts: [...starts, at] };
}

const folded = new Map<string, string>();

/** As patterns that ignore case compare a letter: by its capital, if that is one letter; ı has one that is not its own. */
function fold(letter: string): string {
  const known = folded.get(letter);
  if (known !== undefined) return known;
  const isOne = (text: string) => [...text].length === 1;
  const upper = letter.toUpperCase();
  const lower = (isOne(upper) && letter !== 'ı' ? upper : letter).toLowerCase();
  const plain = isOne(lower) ? lower : letter;
  const compared = /\s/u.test(plain) ? ' ' : plain === '’' ? "'" : plain;
  folded.set(letter, compared);
  return compared;
}

interface CompiledTerm {
  readonly order: number;
  /** What must not stand beside it. */
  readonly notBefore: RegExp | undefined;
  readonly notBehind: RegExp;
  readonly pronunciation: Pronunciation;
}

/** Beginnings of terms, letter by letter. */
interface Place {
  readonly next: Map<string, Place>;
  term?: CompiledTerm;
}

const compiled = new WeakMap<readonly Pronunciation[], { readonly root: Place; readonly count: number }>();

/** Once a list: it is looked up in each line. */
function compileTerms(pronunciations: readonly Pronunciation[]) {
  const known = compiled.get(pronunciations);
  if (known) return known;
  const root: Place = { next: new Map() };
  let count = 0;
  for (const pronunciation of pronunciations) {
    const { letters } = listLetters(pronunciation.term.normalize('NFC').trim());
    if (letters.length === 0 || pronunciation.say.trim() === '') continue;
    let place = root;
    for (const letter of letters) {
      const next: Place = place.next.get(letter) ?? { next: new Map() };
      place.next.set(letter, next);
      place = next;
    }
    if (place.term) continue;
    const [notBefore, notBehind] = [getBound(letters.at(0)), getBound(letters.at(-1))];
    place.term = {
      order: count++,
      notBefore: notBefore === mark ? undefined : notBefore,
      notBehind,
      pronunciation,
    };
  }
  compiled.set(pronunciations, { root, count });
  return { root, count };
}

const katakana = /[\p{Script=Katakana}ー]/u;
/** Scripts that put no spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const mark = /\p{M}/u;
const partOfWord = /[\p{L}\p{N}\p{M}]/u;

/** What must not stand beside the letter with which a term begins or ends. A sign on a letter (Hindi, Thai) makes it another one. */
function getBound(letter = ''): RegExp {
  if (katakana.test(letter)) return katakana;
  return spaceless.test(letter) ? mark : partOfWord;
}

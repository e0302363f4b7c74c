import type { LanguageName } from './languages.ts';

/** How a word is said, in one language: of a project's glossary or of a person's own list. */
export interface Pronunciation {
  readonly term: string;
  /** A respelling such as "ben-shee", or IPA between slashes: "/ˈbɛnʃi/". */
  readonly say: string;
}

/** Of a person's list, which holds for all of their projects. */
export type OwnPronunciation = Pronunciation & { readonly language: LanguageName };

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
type FoundTerm = { readonly start: number; readonly end: number; readonly pronunciation: Pronunciation };

/** "IT" and "WHO" are no "it" and "who". A letter alone is no abbreviation. */
export function isInCapitals(term: string): boolean {
  return !/\p{Ll}/u.test(term) && (term.match(/\p{Lu}/gu)?.length ?? 0) >= 2;
}

/**
 * The words of a text that have a pronunciation, in order: whole words, whatever their case, but a term in capitals
 * ({@link isInCapitals}) is found in capitals only, and counts there. Of terms that overlap the longest counts; of two for one word
 * the first in the list. An inflected form is another word.
 */
export function findTerms(text: string, pronunciations: readonly Pronunciation[]): readonly FoundTerm[] {
  if (pronunciations.length === 0) return [];
  const root = compileTerms(pronunciations);
  const composed = text.normalize('NFC');
  const { letters, starts } = listLetters(composed);
  const ofTerms = new Map<CompiledTerm, FoundTerm[]>();
  for (let at = 0; at < letters.length; at++) {
    const start = starts[at] as number;
    let place = root.next.get(letters[at] ?? '');
    for (let behind = at + 1; place; place = place.next.get(letters[behind++] ?? '')) {
      const isCapital = place.capitals && isInCapitals(composed.slice(start, starts[behind]));
      const term = isCapital ? place.capitals : place.term;
      if (!term) continue;
      const found = ofTerms.get(term) ?? [];
      if (start < (found.at(-1)?.end ?? 0)) continue;
      if (term.notBefore?.(letters[at - 1]) || term.notBehind(letters[behind])) continue;
      found.push({ start, end: starts[behind] as number, pronunciation: term.pronunciation });
      ofTerms.set(term, found);
    }
  }
  if (ofTerms.size === 0) return [];
  const inOrder = [...ofTerms]
    .sort(([one], [other]) => one.order - other.order)
    .flatMap(([, found]) => found);
  const isTaken = new Uint8Array(starts.at(-1) ?? 0);
  const kept = inOrder
    .sort((one, other) => other.end - other.start - (one.end - one.start))
    .filter(({ start, end }) => {
      // None is longer than those before it: if it overlaps one, an end of it lies within that.
      if (isTaken[start] || isTaken[end - 1]) return false;
      isTaken.fill(1, start, end);
      return true;
    });
  return kept.sort((one, other) => one.start - other.start);
}

interface Letters {
  /** As they are compared, white space as one. */
  readonly letters: readonly string[];
  /** Where each starts in the text, and at last the text's length. */
  readonly starts: readonly number[];
}

/** Of a long text, which is looked through several times before it is spoken. */
let lastListed: readonly [text: string, letters: Letters] = ['', { letters: [], starts: [0] }];
const minRememberedCharacters = 1000;

function listLetters(text: string): Letters {
  if (text === lastListed[0]) return lastListed[1];
  const letters: string[] = [];
  const starts: number[] = [];
  let at = 0;
  let last = '';
  for (const letter of text) {
    const folded = fold(letter);
    if (folded !== ' ' || last !== ' ') {
      letters.push(folded);
      starts.push(at);
    }
    last = folded;
    at += letter.length;
  }
  starts.push(at);
  if (text.length >= minRememberedCharacters) lastListed = [text, { letters, starts }];
  return { letters, starts };
}

/** More than a text has; Unicode has a million. */
const maxRemembered = 10_000;
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
  if (folded.size < maxRemembered) folded.set(letter, compared);
  return compared;
}

interface CompiledTerm {
  readonly order: number;
  /** What must not stand beside it. */
  readonly notBefore: Test | undefined;
  readonly notBehind: Test;
  readonly pronunciation: Pronunciation;
}

/** Beginnings of terms, letter by letter. */
class Place {
  readonly next = new Map<string, Place>();
  term: CompiledTerm | undefined;
  capitals: CompiledTerm | undefined;
}

const compiled = new WeakMap<readonly Pronunciation[], Place>();

/** Once a list: it is looked up in each line. */
function compileTerms(pronunciations: readonly Pronunciation[]): Place {
  const known = compiled.get(pronunciations);
  if (known) return known;
  const root = new Place();
  for (const [order, pronunciation] of pronunciations.entries()) {
    const { letters } = listLetters(pronunciation.term.normalize('NFC').trim());
    if (letters.length === 0 || pronunciation.say.trim() === '') continue;
    let place = root;
    for (const letter of letters) {
      const next = place.next.get(letter) ?? new Place();
      place.next.set(letter, next);
      place = next;
    }
    const kind = isInCapitals(pronunciation.term) ? 'capitals' : 'term';
    if (place[kind]) continue;
    const [before, notBehind] = [getBound(letters.at(0)), getBound(letters.at(-1))];
    const notBefore = before === isMark ? undefined : before;
    place[kind] = { order, notBefore, notBehind, pronunciation };
  }
  compiled.set(pronunciations, root);
  return root;
}

type Test = (letter: string | undefined) => boolean;

/** Texts have few letters, and each is tested with each term. */
function remember(pattern: RegExp): Test {
  const known = new Map<string, boolean>();
  return (letter = '') => {
    const is = known.get(letter) ?? pattern.test(letter);
    if (known.size < maxRemembered) known.set(letter, is);
    return is;
  };
}

const isKatakana = remember(/[\p{Script=Katakana}ー]/u);
/** Scripts that put no spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isMark = remember(/\p{M}/u);
const isPartOfWord = remember(/[\p{L}\p{N}\p{M}]/u);

/** What must not stand beside the letter with which a term begins or ends. A sign on a letter (Hindi, Thai) makes it another one. */
function getBound(letter = ''): Test {
  if (isKatakana(letter)) return isKatakana;
  return spaceless.test(letter) ? isMark : isPartOfWord;
}

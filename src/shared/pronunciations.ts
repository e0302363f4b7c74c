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
  const composed = text.normalize('NFC');
  const lower = composed.toLowerCase();
  const found = compileTerms(pronunciations).flatMap(({ start, pattern, pronunciation }) =>
    lower.includes(start)
      ? Array.from(composed.matchAll(pattern), ({ 0: match, index }) => ({
          start: index,
          end: index + match.length,
          pronunciation,
        }))
      : [],
  );
  const longestFirst = found.sort((one, other) => other.end - other.start - (one.end - one.start));
  const isTaken = new Uint8Array(composed.length);
  const kept = longestFirst.filter(({ start, end }) => {
    // None is longer than those before it: if it overlaps one, an end of it lies within that.
    if (isTaken[start] || isTaken[end - 1]) return false;
    isTaken.fill(1, start, end);
    return true;
  });
  return kept.sort((one, other) => one.start - other.start);
}

interface CompiledTerm {
  /** Its first letters, in lower case: a text without them is not searched. */
  readonly start: string;
  readonly pattern: RegExp;
  readonly pronunciation: Pronunciation;
}

const compiled = new WeakMap<readonly Pronunciation[], readonly CompiledTerm[]>();

/** Once a list: it is looked up in each line. */
function compileTerms(pronunciations: readonly Pronunciation[]): readonly CompiledTerm[] {
  const known = compiled.get(pronunciations);
  if (known) return known;
  const byKey = new Map<string, CompiledTerm>();
  for (const pronunciation of pronunciations) {
    const term = pronunciation.term.normalize('NFC').trim();
    const key = term.toLowerCase();
    if (term === '' || pronunciation.say.trim() === '' || byKey.has(key)) continue;
    const start = /^[^\s'’]+/u.exec(key)?.[0] ?? '';
    byKey.set(key, { start, pattern: matchTerm(term), pronunciation });
  }
  const terms = [...byKey.values()];
  compiled.set(pronunciations, terms);
  return terms;
}

const katakana = /[\p{Script=Katakana}ー]/u;
/** Scripts that put no spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Not within another word. A sign on a letter (Hindi, Thai) makes it another one. */
function matchTerm(term: string): RegExp {
  const letters = [...term];
  const escaped = term
    .replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
    .replace(/['’]/gu, "['’]")
    .replace(/\s+/gu, String.raw`\s+`);
  return new RegExp(
    `(?<!${getBound(letters.at(0) ?? '', false)})${escaped}(?!${getBound(letters.at(-1) ?? '', true)})`,
    'giu',
  );
}

/** What must not stand beside the letter with which a term begins or ends. */
function getBound(letter: string, isEnd: boolean): string {
  if (katakana.test(letter)) return String.raw`[\p{Script=Katakana}ー]`;
  if (spaceless.test(letter)) return isEnd ? String.raw`\p{M}` : '[]';
  return String.raw`[\p{L}\p{N}\p{M}]`;
}

import { replaceQuotations } from '../script/split-sentences.ts';
import type { wordRules } from './line-check.ts';

/** A word or a mark of a text. */
interface Token {
  readonly text: string;
  readonly isWord: boolean;
  /** It begins a sentence. */
  readonly isFirst: boolean;
  /** Its place in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** What a describer says in own words. */
type OwnWords = { readonly text: string; readonly tokens: readonly Token[] };

/** Stands where a quotation was. */
const quoted = ' “” ';
const sentenceEnds: ReadonlySet<string | undefined> = new Set([undefined, '.', '!', '?', ';', ':', '…']);

const known = new WeakMap<object, OwnWords>();

/** A line without what it reads out: quotations, and what follows a colon. Found once for each line. */
export function getOwnWords(line: { readonly text: string }): OwnWords {
  const own = known.get(line) ?? findOwnWords(line.text);
  known.set(line, own);
  return own;
}

function findOwnWords(line: string): OwnWords {
  const text = dropAfterColon(replaceQuotations(line.normalize('NFC'), () => quoted))
    .replace(/[『‹][^『』‹›]*[』›]|‘[^‘]*’/gu, quoted)
    .replaceAll('’', "'")
    .trim();
  return { text, tokens: listTokens(text) };
}

function dropAfterColon(text: string): string {
  const at = text.search(/:\s|：/u);
  return at < 0 ? text : `${text.slice(0, at)}:${quoted}`;
}

function listTokens(text: string): readonly Token[] {
  let before: string | undefined;
  return Array.from(
    text.matchAll(/“”|[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*|\S/gu),
    ({ 0: found, index }) => {
      const isFirst = endsSentence(before);
      before = found;
      const isWord = /[\p{L}\p{N}]/u.test(found);
      return { text: found, isWord, isFirst, from: index, to: index + found.length };
    },
  );
}

/** @param text of a token; undefined at the end of the text */
function endsSentence(text: string | undefined): boolean {
  return sentenceEnds.has(text);
}

/** The words that break a rule; undefined where none does. */
export type FindWords = (own: OwnWords) => string | undefined;

/**
 * Phrases, each of words and slots separated by spaces. A slot has its alternatives separated by `|`, and ends with `?` where it may be
 * left out. `*ly` and `un*` are words with such an end or beginning, `*` is any word, `Xx` and `xx` are any word with a capital or a
 * small first letter, `…` is up to twelve words of the sentence, `~` is the rest of the clause up to a comma, `^` and `$` are its
 * beginning and its end, and `“”` is a quotation.
 * Words match as they are written, or with a capital at the beginning of a sentence; in a phrase that begins with `=` only as they are
 * written.
 */
interface Phrases {
  /** Where one of these stands, nothing is found. */
  readonly passes?: readonly string[];
  readonly find: readonly string[];
}

type Slot = { readonly kind: 'start' | 'end' | 'gap' | 'clause' } | WordSlot;

interface WordSlot {
  readonly kind: 'word';
  readonly isOptional: boolean;
  readonly words: ReadonlySet<string>;
  readonly tests: readonly WordTest[];
}

type WordTest = (text: string, isName: boolean) => boolean;

type Phrase = { readonly isExact: boolean; readonly slots: readonly Slot[] };

const maxGapTokens = 12;
const maxClauseTokens = 40;

/** Finds the first phrase of a list. Takes linear time: no phrase reaches further than a sentence of some words. */
export function findPhrases({ passes = [], find }: Phrases): FindWords {
  const [passing, finding] = [passes.map(readPhrase), find.map(readPhrase)];
  return ({ text, tokens }) => {
    const open: (Token | undefined)[] = [...tokens];
    for (const [from, to] of passing.flatMap(phrase => listMatches(phrase, tokens)))
      open.fill(undefined, from, to);
    for (const phrase of finding) {
      const [match] = listMatches(phrase, open);
      if (match) return text.slice(tokens[match[0]]?.from, tokens[match[1] - 1]?.to);
    }
    return undefined;
  };
}

function readPhrase(written: string): Phrase {
  const isExact = written.startsWith('=');
  return { isExact, slots: (isExact ? written.slice(1) : written).split(' ').map(readSlot) };
}

function readSlot(written: string): Slot {
  if (written === '^') return { kind: 'start' };
  if (written === '$') return { kind: 'end' };
  if (written === '…') return { kind: 'gap' };
  if (written === '~') return { kind: 'clause' };
  const isOptional = written.endsWith('?');
  const choices = (isOptional ? written.slice(0, -1) : written).split('|');
  const tests = choices.flatMap(choice => readTest(choice) ?? []);
  return { kind: 'word', isOptional, words: new Set(choices), tests };
}

/** What is left of a word beside an ending: shorter ones are words of their own. */
const minStem = 2;

function readTest(choice: string): WordTest | undefined {
  if (choice === '*') return () => true;
  if (choice === 'Xx') return text => /^\p{Lu}/u.test(text);
  if (choice === 'xx') return text => /^\p{Ll}/u.test(text);
  const [ending, beginning] = [choice.slice(1), choice.slice(0, -1)];
  // A name in the middle of a sentence, such as Miró, has no ending of a verb.
  if (choice.startsWith('*'))
    return (text, isName) => !isName && text.endsWith(ending) && text.length >= ending.length + minStem;
  return choice.endsWith('*') ? (text, isName) => !isName && text.startsWith(beginning) : undefined;
}

type Tokens = readonly (Token | undefined)[];

/** From the first token of each match to the one after its last. */
function listMatches({ slots, isExact }: Phrase, tokens: Tokens): readonly [number, number][] {
  const match = (slotAt: number, at: number): number | undefined => {
    const slot = slots[slotAt];
    if (!slot) return at;
    const token = tokens[at];
    if (slot.kind === 'start') return token?.isFirst ? match(slotAt + 1, at) : undefined;
    if (slot.kind === 'end') return isEnd(tokens, at) ? match(slotAt + 1, at) : undefined;
    if (slot.kind === 'gap') return matchGap(slotAt + 1, at);
    if (slot.kind !== 'word') return match(slotAt + 1, findClauseEnd(tokens, at));
    const taken = token && isOf(slot, token, isExact) ? match(slotAt + 1, at + 1) : undefined;
    return taken ?? (slot.isOptional ? match(slotAt + 1, at) : undefined);
  };
  const matchGap = (slotAt: number, from: number): number | undefined => {
    for (let at = from; at <= from + maxGapTokens; at++) {
      const found = match(slotAt, at);
      if (found !== undefined) return found;
      const token = tokens[at];
      if (!token || endsSentence(token.text)) return undefined;
    }
    return undefined;
  };
  return tokens.flatMap((_, from): [number, number][] => {
    const to = match(0, from);
    return to === undefined ? [] : [[from, to]];
  });
}

function findClauseEnd(tokens: Tokens, from: number): number {
  let at = from;
  while (at < from + maxClauseTokens && !isEnd(tokens, at) && tokens[at]?.text !== ',') at++;
  return at;
}

function isEnd(tokens: Tokens, at: number): boolean {
  return at >= tokens.length || (tokens[at] !== undefined && endsSentence(tokens[at].text));
}

function isOf({ words, tests }: WordSlot, { text, isWord, isFirst }: Token, isExact: boolean): boolean {
  if (words.has(text)) return true;
  if (!isWord) return false;
  const lower = `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  const mayBeLower = isFirst && !isExact;
  if (mayBeLower && words.has(lower)) return true;
  return tests.some(test => test(text, text !== lower && !mayBeLower));
}

/** The rules of a language. They favour precision: what can be right passes. */
export interface WordRules extends Readonly<Record<(typeof wordRules)[number], FindWords>> {
  /** Each colour that is named, once. */
  readonly listColours: (own: OwnWords) => ReadonlySet<string>;
  /** The words, or characters, of the longest sentence that is easy to follow by ear. */
  readonly longestSentence: number;
}

/**
 * Lists the colours of a line, unless it is about something that its colours tell apart, such as cables.
 * @param colour of a word; the group is the colour @param coded what is told apart by colours
 */
export function listColourWords(colour: RegExp, coded: RegExp): WordRules['listColours'] {
  return ({ text, tokens }) => {
    const words = coded.test(text) ? [] : tokens.map(token => token.text.toLowerCase());
    return new Set(words.flatMap(word => colour.exec(word)?.[1] ?? []));
  };
}

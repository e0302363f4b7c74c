import { endsSentence, type OwnWords, type Token } from './own-words.ts';

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
export interface Phrases {
  /** Where one of these stands, nothing is found. */
  readonly passes?: readonly string[];
  readonly find: readonly string[];
}

type Slot =
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'gap' }
  | { readonly kind: 'clause' }
  | WordSlot;

interface WordSlot {
  readonly kind: 'word';
  readonly isOptional: boolean;
  readonly words: ReadonlySet<string>;
  readonly tests: readonly WordTest[];
}

type WordTest = (text: string, isName: boolean) => boolean;

interface Phrase {
  readonly isExact: boolean;
  readonly slots: readonly Slot[];
}

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
const leastStem = 2;

function readTest(choice: string): WordTest | undefined {
  if (choice === '*') return () => true;
  if (choice === 'Xx') return text => /^\p{Lu}/u.test(text);
  if (choice === 'xx') return text => /^\p{Ll}/u.test(text);
  const [ending, beginning] = [choice.slice(1), choice.slice(0, -1)];
  // A name in the middle of a sentence, such as Miró, has no ending of a verb.
  if (choice.startsWith('*'))
    return (text, isName) => !isName && text.endsWith(ending) && text.length >= ending.length + leastStem;
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
    if (slot.kind === 'clause') return match(slotAt + 1, findClauseEnd(tokens, at));
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

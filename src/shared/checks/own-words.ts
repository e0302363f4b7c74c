import { replaceQuotations } from '../script/quotations.ts';

/** A word or a mark of a text. */
export interface Token {
  readonly text: string;
  readonly isWord: boolean;
  /** It begins a sentence. */
  readonly isFirst: boolean;
  /** Its place in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** What a describer says in own words. */
export interface OwnWords {
  readonly text: string;
  readonly tokens: readonly Token[];
}

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
export function endsSentence(text: string | undefined): boolean {
  return sentenceEnds.has(text);
}

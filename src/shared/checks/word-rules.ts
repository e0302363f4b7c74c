import type { CheckRule } from './line-check.ts';
import type { OwnWords } from './own-words.ts';
import type { FindWords } from './phrases.ts';

/** The rules that look at single words, and so at one language. */
export const wordRules = [
  'present-tense',
  'no-we',
  'no-camera-words',
  'no-interpretation',
  'say-it-directly',
] as const satisfies readonly CheckRule[];

/** The rules of a language. They favour precision: what can be right passes. */
export interface WordRules extends Readonly<Record<(typeof wordRules)[number], FindWords>> {
  /** Each colour that is named, once. */
  readonly listColours: (own: OwnWords) => ReadonlySet<string>;
  /** The words, or characters, of the longest sentence that is easy to follow by ear. */
  readonly longestSentence: number;
}

interface Colours {
  /** Of a word; the group is the colour. */
  readonly colour: RegExp;
  /** What is told apart by colours. */
  readonly coded: RegExp;
}

/** Lists the colours of a line, unless it is about something that its colours tell apart, such as cables. */
export function listColourWords({ colour, coded }: Colours): WordRules['listColours'] {
  return ({ text, tokens }) => {
    const words = coded.test(text) ? [] : tokens.map(token => token.text.toLowerCase());
    return new Set(words.flatMap(word => colour.exec(word)?.[1] ?? []));
  };
}

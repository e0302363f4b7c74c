import { splitSentences } from '#shared/script/split-sentences.ts';
import { alignWords } from './align-words.ts';
import { listWords, type Word } from './list-words.ts';

/** Of a sentence written with spaces so many words, of one without so many characters, may differ: one in ... */
const tolerance = {
  /** The first reading, after which there is another. A character may be written in more than one way. */
  strict: { words: Number.POSITIVE_INFINITY, characters: 10 },
  /** The last one: `I would` read as `I'd` shall not keep anybody from their narration. */
  lenient: { words: 10, characters: 5 },
} as const;

export type Tolerance = keyof typeof tolerance;

/** So many letters make it unlikely that another text begins alike. */
const leastLettersToJudge = 8;
/** The last words of an unfinished transcript may be halves, or the first half of a figure. */
const openWords = 2;
const longestQuote = 160;

/** Compares a text with what a model says it spoke of it. */
export class Reading {
  readonly #text: string;
  readonly #languageCode: string;
  readonly #words: readonly Word[];

  /** @param languageCode BCP-47 */
  constructor(text: string, languageCode: string) {
    this.#text = text;
    this.#languageCode = languageCode;
    this.#words = listWords(text, languageCode);
  }

  /** More than this is no reading of the text. */
  get mostCharacters(): number {
    return 3 * this.#text.length + 200;
  }

  /** The first sentence that was read differently; undefined where the whole text was read. */
  findDifference(transcript: string, allowed: Tolerance): string | undefined {
    // Signs alone are read in any words, or in none.
    if (this.#words.length === 0) return undefined;
    const said = listWords(transcript, this.#languageCode);
    const sentence = this.#findSentence(alignWords(this.#words, said, false).differences, allowed);
    return sentence === undefined ? undefined : this.#quote(sentence);
  }

  /**
   * Whether what was said so far is how the text begins.
   * @returns undefined while too little was said to tell
   */
  begins(transcript: string, allowed: Tolerance): boolean | undefined {
    const said = listWords(transcript, this.#languageCode);
    const whole = joinLetters(this.#words);
    const least = Math.min(leastLettersToJudge, whole.length);
    const letters = joinLetters(said);
    // Letter by letter there is no need to wait until a word is whole.
    if (letters.length >= least && whole.startsWith(letters)) return true;
    const closed = said.slice(0, -openWords);
    if (joinLetters(closed).length < least) return undefined;
    const { differences } = alignWords(this.#words, closed, true);
    return this.#findSentence(differences, allowed) === undefined;
  }

  #findSentence(differences: readonly number[], allowed: Tolerance): number | undefined {
    const counts = new Map<number, number>();
    for (const at of differences) {
      const sentence = this.#words[at]?.sentence ?? 0;
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
    }
    for (const [sentence, count] of [...counts].sort(([a], [b]) => a - b))
      if (count > this.#countAllowed(sentence, allowed)) return sentence;
    return undefined;
  }

  #countAllowed(sentence: number, allowed: Tolerance): number {
    const words = this.#words.filter(word => word.sentence === sentence);
    const characters = words.filter(word => word.isCharacter).length;
    const { words: perWord, characters: perCharacter } = tolerance[allowed];
    return Math.floor(characters / perCharacter) + Math.floor((words.length - characters) / perWord);
  }

  #quote(sentence: number): string {
    const quoted = (splitSentences(this.#text, this.#languageCode)[sentence] ?? this.#text).trim();
    const graphemes = [...quoted];
    return graphemes.length <= longestQuote ? quoted : `${graphemes.slice(0, longestQuote).join('')} …`;
  }
}

function joinLetters(words: readonly Word[]): string {
  return words.map(({ letters }) => letters).join('');
}

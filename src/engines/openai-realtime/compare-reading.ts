import { splitSentences } from '#shared/script/split-sentences.ts';
import { alignWords } from './align-words.ts';
import { listWords, type Word } from './list-words.ts';

/** Allowed differences of a sentence: one in this many words, or characters for languages without spaces. */
const tolerance = {
  /** First try; a retry follows. A character may have several spellings. */
  strict: { words: Number.POSITIVE_INFINITY, characters: 10 },
  /** Last try: reading `I would` as `I'd` must not fail a narration. */
  lenient: { words: 10, characters: 5 },
} as const;

export type Tolerance = keyof typeof tolerance;

/** After this many letters another text is unlikely to start the same way. */
const minLettersToJudge = 8;
/** The last words of an unfinished transcript may be incomplete. */
const openWords = 2;
const longestQuote = 160;

/** Compares a text with the transcript of its reading. */
export class Reading {
  readonly #text: string;
  readonly #languageCode: string;
  readonly #words: readonly Word[];
  /** The last judgement of {@link begins}, and of how many words. */
  #judged: { readonly words: number; readonly begins: boolean } | undefined;

  /** @param languageCode BCP-47 */
  constructor(text: string, languageCode: string) {
    this.#text = text;
    this.#languageCode = languageCode;
    this.#words = listWords(text, languageCode);
  }

  /** A longer transcript is not a reading of the text. */
  get maxCharacters(): number {
    return 3 * this.#text.length + 200;
  }

  /** The first sentence that was read differently; undefined if none. */
  findDifference(transcript: string, allowed: Tolerance): string | undefined {
    // Symbols alone may be read in any words, or in none.
    if (this.#words.length === 0) return undefined;
    const said = listWords(transcript, this.#languageCode);
    const sentence = this.#findSentence(alignWords(this.#words, said, false).differences, allowed);
    return sentence === undefined ? undefined : this.#quote(sentence);
  }

  /**
   * Whether the transcript so far matches the start of the text.
   * @returns undefined if it is too short to decide
   */
  begins(transcript: string, allowed: Tolerance): boolean | undefined {
    const said = listWords(transcript, this.#languageCode);
    const whole = joinLetters(this.#words);
    const least = Math.min(minLettersToJudge, whole.length);
    const letters = joinLetters(said);
    // Comparing letters need not wait for a whole word.
    if (letters.length >= least && whole.startsWith(letters)) return true;
    const closed = said.slice(0, -openWords);
    if (joinLetters(closed).length < least) return undefined;
    // Aligning takes as long as all words together, so not with each of them.
    if (this.#judged && closed.length < this.#judged.words * 1.125) return this.#judged.begins;
    const { differences } = alignWords(this.#words, closed, true);
    const begins = this.#findSentence(differences, allowed) === undefined;
    this.#judged = { words: Math.max(1, closed.length), begins };
    return begins;
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

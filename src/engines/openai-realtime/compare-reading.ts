import { countEdits } from '#shared/script/count-edits.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';

/** A word normalised for comparison: lower case, no accents. */
interface Word {
  readonly letters: string;
  /** Contains a digit or is a symbol such as `%` or `&`, whose spoken form depends on the language. */
  readonly isNumeral: boolean;
  /** A character of a script without spaces; counts as a word. */
  readonly isCharacter: boolean;
  readonly sentence: number;
}

/** Of a script without spaces; in a group, so that splitting keeps it. */
const character =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/u;
/** Occur inside words: “I’m”, “aujourd'hui”; in Hebrew and Ukrainian as letters. */
const apostrophes = /['’ʼ‘`׳]/gu;

const serbianCyrillic = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const serbianLatin = [...'abvgdđežzijkl', 'lj', ...'mn', 'nj', ...'oprstćufhcč', 'dž', 'š'];

/**
 * The words of a text or transcript, for comparison: without case, punctuation, accents, vowel signs, and differences between
 * scripts of one language (Serbian, the two Japanese syllabaries).
 */
function listWords(text: string, languageCode: string): Word[] {
  return splitSentences(text, languageCode).flatMap((part, sentence) => {
    const runs = fold(part, languageCode).match(/[\p{L}\p{N}]+|[%‰°&+=@§#/€$£¥]/gu) ?? [];
    const words = runs.flatMap(run => run.split(character)).filter(letters => letters !== '');
    return words.map(letters => ({
      letters,
      isNumeral: /[\p{N}%‰°&+=@§#/€$£¥]/u.test(letters),
      isCharacter: character.test(letters),
      sentence,
    }));
  });
}

function fold(text: string, languageCode: string): string {
  // Upper case first, which splits ß and unifies the forms of i.
  const plain = text.normalize('NFKC').toUpperCase().toLowerCase().replace(apostrophes, '');
  const latin =
    languageCode === 'sr' || languageCode === 'bs'
      ? plain.replace(/[а-яђјљњћџ]/gu, letter => serbianLatin[serbianCyrillic.indexOf(letter)] ?? letter)
      : plain;
  const bare = latin.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return bare.replace(/[ァ-ヶ]/gu, letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60));
}

/** Words of this length may differ in a letter or more: `colour` and `color`. */
const minTolerantLetters = 4;
/** An abbreviation without vowels is spoken in full: `km`, `Dr`. */
const abbreviation = /^[b-df-hj-np-tv-xz]{1,4}$/u;
/** Maximum spoken words for a number: three for a figure, plus two for a unit after it. */
const countWords = ({ letters }: Word) => 3 * letters.length + 2;

/** The cheapest alignment of a prefix of the text with a prefix of the transcript. */
interface Place {
  readonly row: number;
  readonly cost: number;
  readonly before: Place | undefined;
}

/**
 * Finds the fewest words that were left out, added or replaced. Numbers match any words for them; contractions (`I am`, `I'm`),
 * compounds, spellings and abbreviations count as equal.
 * @param isBeginning the transcript may cover only the start of the text
 * @returns indices of words of the text
 */
function findDifferences(
  text: readonly Word[],
  transcript: readonly Word[],
  isBeginning: boolean,
): readonly number[] {
  const places: Place[][] = [];
  for (let i = 0; i <= text.length; i += 1) {
    const row: Place[] = [];
    places.push(row);
    for (let j = 0; j <= transcript.length; j += 1) {
      let cheapest: Place | undefined;
      for (const [words, wordsSaid, cost] of listSteps(text, transcript, i, j)) {
        const before = places[i - words]?.[j - wordsSaid];
        if (before && before.cost + cost < (cheapest?.cost ?? Number.POSITIVE_INFINITY))
          cheapest = { row: i, cost: before.cost + cost, before };
      }
      row.push(cheapest ?? { row: 0, cost: 0, before: undefined });
    }
  }
  const ends = places.map(row => row.at(-1) as Place);
  const rows = [...ends.keys()];
  // The part of the text closest to the transcript, the longest on a tie.
  const best = (one: number, other: number) =>
    (ends[other]?.cost ?? 0) <= (ends[one]?.cost ?? 0) ? other : one;
  const reached = isBeginning ? rows.reduce(best) : text.length;
  const differences: number[] = [];
  for (let place = ends[reached]; place?.before; place = place.before)
    if (place.cost > place.before.cost) differences.push(Math.max(0, place.row - 1));
  return differences.reverse();
}

type Step = readonly [words: number, wordsSaid: number, cost: 0 | 1];

function* listSteps(
  text: readonly Word[],
  transcript: readonly Word[],
  i: number,
  j: number,
): Generator<Step> {
  const [a, b] = [text[i - 1], transcript[j - 1]];
  if (a && b) {
    yield [1, 1, isSimilar(a.letters, b.letters) ? 0 : 1];
    const [beforeA, beforeB] = [text[i - 2], transcript[j - 2]];
    if (beforeA && mayBeJoined(beforeA, a, b)) yield [2, 1, isJoined(beforeA, a, b) ? 0 : 1];
    if (beforeB && mayBeJoined(beforeB, b, a)) yield [1, 2, isJoined(beforeB, b, a) ? 0 : 1];
  }
  if (a?.isNumeral) for (let words = Math.min(j, countWords(a)); words >= 0; words -= 1) yield [1, words, 0];
  if (b?.isNumeral) for (let words = Math.min(i, countWords(b)); words >= 0; words -= 1) yield [words, 1, 0];
  if (a) yield [1, 0, 1];
  if (b) yield [0, 1, 1];
}

function isSimilar(a: string, b: string): boolean {
  if (a === b || isShortFor(a, b) || isShortFor(b, a)) return true;
  const longest = Math.max(a.length, b.length);
  return longest >= minTolerantLetters && isWithin(a, b, Math.floor(longest / 3));
}

/** Two words and their joined form share both ends: `I would` and `I'd`. */
function mayBeJoined(first: Word, second: Word, one: Word): boolean {
  if (first.isCharacter || second.isCharacter || one.isCharacter) return false;
  return first.letters[0] === one.letters[0] && second.letters.at(-1) === one.letters.at(-1);
}

function isJoined(first: Word, second: Word, { letters }: Word): boolean {
  const both = first.letters + second.letters;
  return isWithin(both, letters, Math.floor(0.4 * Math.max(both.length, letters.length)));
}

function isShortFor(short: string, long: string): boolean {
  if (!abbreviation.test(short) || short[0] !== long[0] || short.length >= long.length) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

function isWithin(a: string, b: string, most: number): boolean {
  return Math.abs(a.length - b.length) <= most && countEdits(a, b) <= most;
}

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

export class Reading {
  readonly #text: string;
  readonly #languageCode: string;
  readonly #words: readonly Word[];
  /** The last judgement of {@link begins}, and of how many words. */
  #judged: { readonly words: number; readonly begins: boolean } | undefined;

  constructor(text: string, languageCode: string) {
    this.#text = text;
    this.#languageCode = languageCode;
    this.#words = listWords(text, languageCode);
  }

  /** A longer transcript is not a reading of the text. */
  get maxCharacters(): number {
    return 3 * this.#text.length + 200;
  }

  findDifference(transcript: string, allowed: Tolerance): string | undefined {
    // Symbols alone may be read in any words, or in none.
    if (this.#words.length === 0) return undefined;
    const said = listWords(transcript, this.#languageCode);
    const sentence = this.#findSentence(findDifferences(this.#words, said, false), allowed);
    return sentence === undefined ? undefined : this.#quote(sentence);
  }

  /** Whether the transcript so far starts like the text; undefined if it is too short to decide. */
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
    const differences = findDifferences(this.#words, closed, true);
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

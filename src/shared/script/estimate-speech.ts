import { getLanguage, type Language, type LanguageCode, type LanguageName } from '../languages.ts';

/** What determines the duration of a text, each in its own unit. */
interface SpeechMeasure {
  /** In units of about a letter: letters, vowel groups, words, Asian characters. */
  readonly letters: number;
  /** Digits as spoken, with `thousand` and the like. */
  readonly numbers: number;
  /** Within the text; punctuation at its end does not count. */
  readonly pauses: number;
}

/*
 * In letters, tuned with texts in ten languages (bench/estimate.ts). A vowel group is about a syllable, which
 * letters alone do not show; a word adds as much as a letter.
 */
const perVowels = 0.35;
/** `ch`, `th`, `eh`: one sound with the letter before it; so are double consonants. */
const perInnerH = 0.55;
const perDoubled = 0.85;
const perWord = 1;
const perMark = 0.3;
const perChineseSign = 2;
/** More than another letter, as it is spelled out. */
const perCapital = 0.7;
/** Silent letters at the end of French words. */
const perMuteEnding = -0.8;
/** After a number: `km` is spoken as a word. */
const perUnit = 6;

/** Said but not written, of an abbreviation (`Dr.`) and an ordinal number (`3. Mai`): their full stop is no pause. */
const perShort = 3;

/** In digits. */
const perSymbol = 1;
/** `12` and `14` are one word; `75` has a word more than `70` or, in German, two. */
const perTeen = -0.8;
const perTensAndOnes = 0.4;
const perMagnitude = 0.75;
/** In commas. */
const perSentenceEnd = 2.7;

const vowels = new Set('aeiouyæœøаеёиоуыэюяαεηιουω');
/** With a full stop behind it, an abbreviation: `Dr`, `Nr`, `z`. */
const short = /^(?:[\p{Lu}\p{Ll}]|[b-df-hj-np-tv-xzбвгджзклмнпрстфхцчшщ]{2,4})$/iu;
/** A full stop makes a number an ordinal number, as in their dates (CLDR). */
const dotsOrdinals = new Set('bs cs da de et fi hr hu is lv nb sk sl sr'.split(' '));
/** They say 12 as ten and two. */
const namesTens = new Set<LanguageCode>(['ja', 'ko', 'th', 'vi', 'zh']);
const zeros = new Set('0٠०۰');
const units = new Set(['m', 'g', 'km', 'kg', 'cm', 'м', 'г', 'км', 'кг', 'см']);
const commas = new Set(',;:،؛、，；：·–—');
const sentenceEnds = new Set('.!?。！？।؟…');
const symbols = new Set('%€$£¥');
const muteEndings = ['ent', 'es', 'e', 't', 's', 'd', 'x', 'p'];

export function measureSpeech(text: string, language: LanguageCode): SpeechMeasure {
  const sum = { letters: 0, numbers: 0, pauses: 0 };
  let behindNumber = false;
  let behindShort = false;
  let pauses = 0;
  for (const { kind, text: piece } of splitPieces(text)) {
    if (kind === 'sign') {
      if (piece === '.' && behindShort) sum.letters += perShort;
      else pauses += commas.has(piece) ? 1 : sentenceEnds.has(piece) ? perSentenceEnd : 0;
      if (symbols.has(piece)) sum.numbers += perSymbol;
      continue;
    }
    sum.pauses += pauses;
    pauses = 0;
    if (kind === 'number') sum.numbers += countNumber(piece, language);
    else if (kind === 'chinese') sum.letters += perChineseSign;
    else sum.letters += behindNumber && units.has(piece) ? perUnit : countWord(piece, language);
    behindNumber = kind === 'number';
    behindShort = behindNumber ? piece.length <= 2 && dotsOrdinals.has(language) : short.test(piece);
  }
  return sum;
}

type Kind = 'word' | 'number' | 'chinese' | 'sign';

/** Words, numbers and signs of a text, in order; Chinese characters separately. Signs within a word or number do not count. */
function* splitPieces(text: string): Generator<{ readonly kind: Kind; readonly text: string }> {
  let kind: Kind | undefined;
  let piece = '';
  let between = '';
  for (const character of text) {
    const next = describeKind(character);
    if (next !== undefined && next === kind && next !== 'chinese' && next !== 'sign') {
      piece += character;
      between = '';
      continue;
    }
    // `3.50`, `l’eau`: a sign inside continues the piece if the same kind follows.
    if (next === 'sign' && between === '' && (kind === 'number' || kind === 'word')) {
      between = character;
      continue;
    }
    if (kind) yield { kind, text: piece };
    if (between !== '') yield { kind: 'sign', text: between };
    between = '';
    kind = next;
    piece = next ? character : '';
  }
  if (kind) yield { kind, text: piece };
  if (between !== '') yield { kind: 'sign', text: between };
}

/** @returns undefined for white space */
function describeKind(character: string): Kind | undefined {
  if (/\p{Script=Han}/u.test(character)) return 'chinese';
  if (/[\p{L}\p{M}]/u.test(character)) return 'word';
  if (/\p{Nd}/u.test(character)) return 'number';
  return /\s/u.test(character) ? undefined : 'sign';
}

function countNumber(digits: string, language: LanguageCode): number {
  let said = 0;
  for (const digit of digits) if (!zeros.has(digit)) said += 1;
  if (/[1-9][1-9]$/u.test(digits) && !namesTens.has(language))
    said += digits.at(-2) === '1' ? perTeen : perTensAndOnes;
  const magnitudes = (digits.length >= 3 ? 1 : 0) + (digits.length >= 4 ? 1 : 0);
  return Math.max(1, said) + magnitudes * perMagnitude;
}

function countWord(word: string, language: LanguageCode): number {
  let count = 0;
  let isKana = false;
  let before = '';
  let capitals = 0;
  for (const character of word) {
    if (/\p{M}/u.test(character)) {
      count += perMark;
      continue;
    }
    const [letter = ''] = character.toLowerCase().normalize('NFD');
    const isVowel = vowels.has(letter);
    count += isVowel ? 1 : countConsonant(letter, before);
    if (isVowel && !vowels.has(before)) count += perVowels;
    before = letter;
    if (/\p{Lu}/u.test(character)) capitals += 1;
    isKana ||= /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character);
  }
  if (!isKana) count += perWord;
  if (capitals >= 2 && capitals === word.length && capitals <= 5) count += capitals * perCapital;
  if (language === 'fr' && muteEndings.some(ending => word.endsWith(ending))) count += perMuteEnding;
  return count;
}

function countConsonant(letter: string, before: string): number {
  if (letter === before) return perDoubled;
  return letter === 'h' && before !== '' ? perInnerH : 1;
}

/** How fast a voice speaks a language: a previously measured factor, and sums of a least squares fit of new measurements; no text. */
export interface SpeechRate {
  readonly language: LanguageName;
  /** The previously measured duration, as a factor of the usual one. */
  readonly factor: number;
  readonly sums: readonly number[];
}

/** A duration is a weighted sum of: 1, letters, numbers, pauses. */
const terms = 4;
/** A symmetric matrix, and a column. */
const sumCount = (terms * (terms + 1)) / 2 + terms;

/** Weight of the initial estimate, as squares of each term in prior measurements. */
const startWeights = [1.7, 100, 1.3, 1.4];
const startSecondsOfLine = 0.2;
const startSecondsOfNumber = 0.3;
const startSecondsOfPause = 0.2;
/** Letters in a minute of any language with spaces, in addition to its words. */
const lettersPerMinute = 850;
/** For languages without spaces: Chinese characters count more than letters. */
const lettersPerCharacter = { zh: 2, other: 1.4 } as const;

const shortestSeconds = 0.2;
/** Measurements that differ from the usual by more than this factor are ignored as implausible. */
const implausibleFactor = 3;

/** The rate of a voice without measurements; without a factor the language's usual one. */
export function startRate(language: LanguageName, factor = 1): SpeechRate {
  return { language, factor, sums: Array.from({ length: sumCount }, () => 0) };
}

/** Estimates the spoken duration of a text in seconds, without silence at its ends. */
export function estimateSeconds(text: string, rate: SpeechRate): number {
  const weights = getWeights(rate);
  const seconds = listTerms(text, rate).reduce((sum, term, at) => sum + term * (weights[at] ?? 0), 0);
  return Math.max(shortestSeconds, seconds);
}

/** The rate after a measurement, without silence at its ends and at natural speed. */
export function learn(rate: SpeechRate, text: string, seconds: number): SpeechRate {
  const usual = estimateSeconds(text, startRate(rate.language));
  if (!(seconds > usual / implausibleFactor && seconds < usual * implausibleFactor)) return rate;
  const values = listTerms(text, rate);
  // Errors grow with the length of a line.
  const weight = 1 / seconds;
  const sums = [...rate.sums];
  let at = 0;
  for (const [row, one] of values.entries())
    for (const other of values.slice(row)) sums[at] = (sums[at++] ?? 0) + weight * one * other;
  for (const one of values) sums[at] = (sums[at++] ?? 0) + weight * one * seconds;
  return { ...rate, sums };
}

function listTerms(text: string, { language }: SpeechRate): number[] {
  const { letters, numbers, pauses } = measureSpeech(text, getLanguage(language).code);
  return [1, letters, numbers, pauses];
}

function getWeights(rate: SpeechRate): readonly number[] {
  const start = computeStartWeights(getLanguage(rate.language)).map(weight => weight * rate.factor);
  const matrix = Array.from({ length: terms }, () => Array.from({ length: terms }, () => 0));
  let at = 0;
  for (const [row, cells] of matrix.entries())
    for (let column = row; column < terms; column += 1) {
      const sum = (rate.sums[at++] ?? 0) + (row === column ? (startWeights[row] ?? 0) : 0);
      cells[column] = sum;
      const mirrored = matrix[column];
      if (mirrored) mirrored[row] = sum;
    }
  const target = start.map((weight, row) => weight * (startWeights[row] ?? 0) + (rate.sums[at++] ?? 0));
  return solve(matrix, target);
}

function computeStartWeights({ code, speakingRate: { unit, perMinute } }: Language): number[] {
  const ofCharacter = code === 'zh' ? lettersPerCharacter.zh : lettersPerCharacter.other;
  const letters = unit === 'words' ? lettersPerMinute + perMinute : perMinute * ofCharacter;
  return [startSecondsOfLine, 60 / letters, startSecondsOfNumber, startSecondsOfPause];
}

/** Solves a symmetric positive definite system, so that no pivoting is needed. */
function solve(matrix: readonly number[][], target: readonly number[]): number[] {
  const rows = matrix.map((cells, row) => [...cells, target[row] ?? 0]);
  for (const [at, pivot] of rows.entries())
    for (const below of rows.slice(at + 1)) {
      const factor = (below[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column <= terms; column += 1)
        below[column] = (below[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  const values = rows.map(() => 0);
  for (let row = terms - 1; row >= 0; row -= 1) {
    const cells = rows[row] ?? [];
    const known = values.reduce((sum, value, column) => sum + value * (cells[column] ?? 0), 0);
    values[row] = ((cells[terms] ?? 0) - known) / (cells[row] ?? 1);
  }
  return values;
}

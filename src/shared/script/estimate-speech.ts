import { getLanguage, type Language, type LanguageName } from '../languages.ts';
import { measureSpeech } from './measure-speech.ts';

/** How fast a voice speaks a language: as others have heard it, and sums of a least squares fit of what was heard here, no text. */
export interface SpeechRate {
  readonly language: LanguageName;
  /** How long it takes, as others have heard it, as a factor of what is usual. */
  readonly factor: number;
  readonly sums: readonly number[];
}

/** What a text's seconds are a weighted sum of: 1, letters, numbers, pauses. */
const terms = 4;
/** A symmetric matrix, and a column. */
const sumCount = (terms * (terms + 1)) / 2 + terms;

/** How sure the start is: so much was heard already, in the squares of each term. */
const startSureness = [1.7, 100, 1.3, 1.4];
const startSecondsOfLine = 0.2;
const startSecondsOfNumber = 0.3;
const startSecondsOfPause = 0.2;
/** A minute of any language that writes spaces holds about as many letters, beside its words. */
const lettersPerMinute = 850;
/** Of the languages without spaces: Chinese signs count more than letters. */
const lettersPerCharacter = { zh: 2, other: 1.4 } as const;

const shortestSeconds = 0.2;
/** What is so much shorter or longer than what is usual, as a factor, was not this text: nothing is learned from it. */
const oddFactor = 3;

/** The rate of a voice that was not heard here yet; without a factor the language's usual one. */
export function startRate(language: LanguageName, factor = 1): SpeechRate {
  return { language, factor, sums: Array.from({ length: sumCount }, () => 0) };
}

/** How long a text will be when it is spoken, in seconds, without silence at its ends. */
export function estimateSeconds(text: string, rate: SpeechRate): number {
  const weights = getWeights(rate);
  const seconds = listTerms(text, rate).reduce((sum, term, at) => sum + term * (weights[at] ?? 0), 0);
  return Math.max(shortestSeconds, seconds);
}

/**
 * The rate after a text was heard.
 * @param seconds without silence at its ends, at natural speed
 */
export function learn(rate: SpeechRate, text: string, seconds: number): SpeechRate {
  const usual = estimateSeconds(text, startRate(rate.language));
  if (!(seconds > usual / oddFactor && seconds < usual * oddFactor)) return rate;
  const heard = listTerms(text, rate);
  // Long lines err by more seconds than short ones.
  const weight = 1 / seconds;
  const sums = [...rate.sums];
  let at = 0;
  for (const [row, one] of heard.entries())
    for (const other of heard.slice(row)) sums[at] = (sums[at++] ?? 0) + weight * one * other;
  for (const one of heard) sums[at] = (sums[at++] ?? 0) + weight * one * seconds;
  return { ...rate, sums };
}

function listTerms(text: string, { language }: SpeechRate): number[] {
  const { letters, numbers, pauses } = measureSpeech(text, getLanguage(language).code);
  return [1, letters, numbers, pauses];
}

const solved = new WeakMap<SpeechRate, readonly number[]>();

function getWeights(rate: SpeechRate): readonly number[] {
  const known = solved.get(rate);
  if (known) return known;
  const start = computeStartWeights(getLanguage(rate.language)).map(weight => weight * rate.factor);
  const matrix = Array.from({ length: terms }, () => Array.from({ length: terms }, () => 0));
  let at = 0;
  for (const [row, cells] of matrix.entries())
    for (let column = row; column < terms; column += 1) {
      const sum = (rate.sums[at++] ?? 0) + (row === column ? (startSureness[row] ?? 0) : 0);
      cells[column] = sum;
      const mirrored = matrix[column];
      if (mirrored) mirrored[row] = sum;
    }
  const target = start.map((weight, row) => weight * (startSureness[row] ?? 0) + (rate.sums[at++] ?? 0));
  const weights = solve(matrix, target);
  solved.set(rate, weights);
  return weights;
}

function computeStartWeights({ code, speakingRate: { unit, perMinute } }: Language): number[] {
  const ofCharacter = code === 'zh' ? lettersPerCharacter.zh : lettersPerCharacter.other;
  const letters = unit === 'words' ? lettersPerMinute + perMinute : perMinute * ofCharacter;
  return [startSecondsOfLine, 60 / letters, startSecondsOfNumber, startSecondsOfPause];
}

/** Solves a system whose matrix is symmetric and positive, so that no pivot is needed. */
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

import { getLanguage, type Language, type LanguageName } from '../languages.ts';
import { measureSpeech } from './measure-speech.ts';

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

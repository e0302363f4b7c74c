import type { Language } from '../languages.ts';
import { lineMessages } from '../messages/line-problems.ts';
import { t } from '../messages/message.ts';
import { computeUsualSeconds } from './time-budget.ts';

export interface Unspoken {
  /** Line number in the script, from 1; in a timed script only lines with times count. */
  readonly line: number;
  /** In a timed script. */
  readonly startSeconds?: number | undefined;
  /** All of the line, or the words that the voice cannot read. */
  readonly text: string;
}

/** Whether a text contains anything to speak. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const longestQuotation = 80;

/** Enough of a text to find it. */
export function quote(text: string): string {
  return text.length > longestQuotation ? `${text.slice(0, longestQuotation)}…` : text;
}

/** Why {@link Unspoken} text is left out. */
export function describeUnspoken(text: string): string {
  return t(hasWords(text) ? lineMessages.wordsUnread : lineMessages.withoutWords, { text: quote(text) });
}

/** Shorter texts may be said faster than any estimate. */
const minUsualSeconds = 1.5;
/** Nobody reads so fast: words are missing. */
const minShare = 1 / 3;

interface LineSound {
  readonly text: string;
  readonly unspoken?: string | undefined;
  /** At its natural speed. */
  readonly seconds: number | undefined;
  /** By a person, who may have left words out. */
  readonly recordedText?: string | undefined;
}

/** What a person should know of the sound of a line: text that is left out, or that may be. */
export function describeSound(line: LineSound, language: Language | undefined): string | undefined {
  const { text, unspoken, seconds = Number.POSITIVE_INFINITY, recordedText } = line;
  if (unspoken) return describeUnspoken(unspoken);
  if (!language || recordedText !== undefined) return undefined;
  const usualSeconds = computeUsualSeconds(text, language);
  const isShort = usualSeconds >= minUsualSeconds && seconds < usualSeconds * minShare;
  return isShort ? t(lineMessages.shortSound, { text: quote(text) }) : undefined;
}

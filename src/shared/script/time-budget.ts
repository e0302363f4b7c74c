import type { Language } from '../languages.ts';
import { replaceQuotations, splitSentences } from './split-sentences.ts';

/** How a script is changed to fit its video. */
export const scriptChanges = ['shorten', 'lengthen'] as const;

export type ScriptChange = (typeof scriptChanges)[number];

export type TimeBudget = { readonly unit: 'words' | 'characters'; readonly count: number };

/** Speech that fills more than this share of the video feels rushed. */
const spokenShare = 0.9;

/** Words (or characters, in languages without spaces) that can be spoken calmly during a video. */
export function computeTimeBudget(language: Language, durationSeconds: number): TimeBudget {
  const { unit, perMinute } = language.speakingRate;
  return { unit, count: Math.max(5, Math.floor((durationSeconds / 60) * perMinute * spokenShare)) };
}

/**
 * The longest speech, in seconds, whose text fits 1,000 tokens with a margin, so that a long video gets an ending instead of a cut. A
 * minute of speech has about the same meaning in every language; per meaning, a modern tokenizer needs 24 tokens in English and 26
 * (Spanish) to 45 (Telugu) in others, by samples that its maker published. 150 English words are about 200 tokens.
 */
const longestWrittenSeconds = { english: 300, other: 200 } as const;

/** As {@link computeTimeBudget}, limited to what an engine can write in one call. */
export function computeWritableBudget(language: Language, durationSeconds: number): TimeBudget {
  const longest = language.code === 'en' ? longestWrittenSeconds.english : longestWrittenSeconds.other;
  return computeTimeBudget(language, Math.min(durationSeconds, longest));
}

/** Share of the video that a text with a measured recording may fill. */
const measuredShare = 0.97;

export interface FitContext {
  readonly script: string;
  readonly durationSeconds: number;
  /** Measured duration of the script, if it was spoken. */
  readonly spokenSeconds?: number | undefined;
}

/** The longest script that fits: by its own recording, as voices differ by a third in speed; else by the language's usual rate. */
export function computeAvailable(
  language: Language,
  { script, durationSeconds, spokenSeconds }: FitContext,
): TimeBudget {
  if (spokenSeconds === undefined) return computeTimeBudget(language, durationSeconds);
  const { unit } = language.speakingRate;
  const count = (countSpokenUnits(language, script) * durationSeconds * measuredShare) / spokenSeconds;
  return { unit, count: Math.max(1, Math.floor(count)) };
}

/** Counts words or characters, as is usual for the language. */
export function countSpokenUnits(language: Language, text: string): number {
  if (language.speakingRate.unit === 'words')
    return text.split(/\s+/u).filter(word => /[\p{L}\p{N}]/u.test(word)).length;
  return [...text].filter(character => /[\p{L}\p{N}\p{M}]/u.test(character)).length;
}

/** Estimated spoken duration of a text in seconds, by the language's usual rate. */
export function computeUsualSeconds(text: string, language: Language): number {
  return (countSpokenUnits(language, text) / language.speakingRate.perMinute) * 60;
}

interface Sentence {
  readonly text: string;
  /** The white space after it. */
  readonly gap: string;
  readonly units: number;
}

/**
 * Removes sentences until a script fits. The rest is spread over the whole, so that the script still follows its video; first and last are
 * kept if both fit. If no sentence fits, the first is returned. Quotations are kept whole.
 * @param most in the unit of the language; see `countSpokenUnits`
 * @returns the script itself if nothing can be removed
 */
export function leaveOutSentences(script: string, language: Language, most: number): string {
  const sentences = listSentences(script, language);
  const kept = new Set<number>();
  let available = most;
  for (const at of listBySpread(sentences.length)) {
    const units = sentences[at]?.units ?? 0;
    if (kept.size > 0 && units > available) continue;
    kept.add(at);
    available -= units;
  }
  return join(sentences, kept);
}

function listSentences(script: string, language: Language): Sentence[] {
  const masked = replaceQuotations(script, maskSentenceEnds);
  let at = 0;
  return splitSentences(masked, language.code).map(({ length }) => {
    const whole = script.slice(at, at + length);
    at += length;
    const text = whole.trimEnd();
    return { text, gap: whole.slice(text.length), units: countSpokenUnits(language, text) };
  });
}

/** Sentence ends within a quotation do not count, except right before its closing mark. */
function maskSentenceEnds(quotation: string): string {
  const inside = quotation
    .slice(0, -2)
    .replace(/[\p{Sentence_Terminal}\s]/gu, mark => 'x'.repeat(mark.length));
  return inside + quotation.slice(-2);
}

/** The first, the last, and then always the middle of the widest gap. */
function listBySpread(length: number): number[] {
  if (length <= 2) return [...Array(length).keys()];
  const order = [0, length - 1];
  const gaps: [number, number][] = [[0, length - 1]];
  for (const [from, to] of gaps) {
    const middle = Math.floor((from + to) / 2);
    if (middle === from) continue;
    order.push(middle);
    gaps.push([from, middle], [middle, to]);
  }
  return order;
}

/** Keeps paragraphs apart, also if the last sentence of one was removed. */
function join(sentences: readonly Sentence[], kept: ReadonlySet<number>): string {
  let text = '';
  let gap = '';
  for (const [at, sentence] of sentences.entries()) {
    if (kept.has(at)) {
      text += (text === '' ? '' : gap) + sentence.text;
      gap = sentence.gap;
    } else if (countLines(sentence.gap) > countLines(gap)) gap = sentence.gap;
  }
  return text;
}

function countLines(gap: string): number {
  return gap.split('\n').length;
}

import type { Language } from '../languages.ts';

/** How much text fits under a video. */
export interface TimeBudget {
  readonly unit: 'words' | 'characters';
  readonly count: number;
}

/** Speech that fills more than this share of the picture's time feels rushed. */
const spokenShare = 0.9;

/**
 * The words (or characters, where words are not spaced) that can be said calmly while a video runs.
 * @param durationSeconds the video's length
 */
export function computeTimeBudget(language: Language, durationSeconds: number): TimeBudget {
  const { unit, perMinute } = language.speakingRate;
  return { unit, count: Math.max(5, Math.floor((durationSeconds / 60) * perMinute * spokenShare)) };
}

/**
 * The most speech, in seconds, that fits into 1,000 tokens with some to spare, so that a long video gets an ending
 * instead of a cut. Minutes of speech hold about as much meaning in every language; per meaning, a tokenizer
 * of today takes 24 tokens in English where others take 26 (Spanish) to 45 (Telugu), by samples that its maker published. 150 English words are about 200 tokens.
 */
const longestWrittenSeconds = { english: 300, other: 200 } as const;

/** As {@link computeTimeBudget}, and no more than a writer can write in one call. */
export function computeWritableBudget(language: Language, durationSeconds: number): TimeBudget {
  const longest = language.code === 'en' ? longestWrittenSeconds.english : longestWrittenSeconds.other;
  return computeTimeBudget(language, Math.min(durationSeconds, longest));
}

/** Of the time of a video, as much as a text whose own recording was measured shall fill. */
const measuredShare = 0.97;

/** A script, and what it shall fit. */
export interface FitContext {
  readonly script: string;
  /** The video's length. */
  readonly durationSeconds: number;
  /** How long the script was when it was spoken, where that was measured. */
  readonly spokenSeconds?: number | undefined;
}

/**
 * How long a script may be to fit a video: by its own recording where there is one, because voices differ by a third in
 * their pace; else by the usual rate of its language.
 */
export function computeAvailable(
  language: Language,
  { script, durationSeconds, spokenSeconds }: FitContext,
): TimeBudget {
  if (spokenSeconds === undefined) return computeTimeBudget(language, durationSeconds);
  const { unit } = language.speakingRate;
  const count = (countSpokenUnits(language, script) * durationSeconds * measuredShare) / spokenSeconds;
  return { unit, count: Math.max(1, Math.floor(count)) };
}

/** Counts a text in the unit in which its language is measured. */
export function countSpokenUnits(language: Language, text: string): number {
  if (language.speakingRate.unit === 'words')
    return text.split(/\s+/u).filter(word => /[\p{L}\p{N}]/u.test(word)).length;
  return [...text].filter(character => /[\p{L}\p{N}\p{M}]/u.test(character)).length;
}

/** How long a text takes to be spoken, in seconds, by the usual rate of its language. */
export function computeUsualSeconds(text: string, language: Language): number {
  return (countSpokenUnits(language, text) / language.speakingRate.perMinute) * 60;
}

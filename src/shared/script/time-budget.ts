import type { Language } from '../languages.ts';

export interface TimeBudget {
  readonly unit: 'words' | 'characters';
  readonly count: number;
}

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

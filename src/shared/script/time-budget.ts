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

/** Counts a text in the unit in which its language is measured. */
export function countSpokenUnits(language: Language, text: string): number {
  if (language.speakingRate.unit === 'words')
    return text.split(/\s+/u).filter(word => /[\p{L}\p{N}]/u.test(word)).length;
  return [...text].filter(character => /[\p{L}\p{N}\p{M}]/u.test(character)).length;
}

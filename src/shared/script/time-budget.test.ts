import { describe, expect, test } from 'vitest';
import { getLanguage, languages } from '../languages.ts';
import { computeTimeBudget, countSpokenUnits } from './time-budget.ts';

describe('the words that fit a video', () => {
  test('are 135 English words a minute, so that the voice is not rushed', () => {
    expect(computeTimeBudget(getLanguage('English'), 60)).toEqual({ unit: 'words', count: 135 });
  });

  test('are counted in characters where words are not spaced', () => {
    expect(computeTimeBudget(getLanguage('Chinese'), 60).unit).toBe('characters');
  });

  test('allow a sentence however short the video is', () => {
    for (const language of languages)
      expect(computeTimeBudget(language, 0.2).count).toBeGreaterThanOrEqual(5);
  });

  test('are counted without punctuation', () => {
    expect(countSpokenUnits(getLanguage('French'), 'La lumière : bleu, gris — et blanc !')).toBe(6);
    expect(countSpokenUnits(getLanguage('Japanese'), '光が、満ちる。')).toBe(5);
  });
});

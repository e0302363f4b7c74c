import { describe, expect, test } from 'vitest';
import { getLanguage, languages } from '../languages.ts';
import {
  computeAvailable,
  computeTimeBudget,
  computeWritableBudget,
  countSpokenUnits,
} from './time-budget.ts';

describe('the words that fit a video', () => {
  test('are 135 English words a minute, so that the voice is not rushed', () => {
    expect(computeTimeBudget(getLanguage('English'), 60)).toEqual({ unit: 'words', count: 135 });
  });

  test('are counted in characters for languages without spaces', () => {
    expect(computeTimeBudget(getLanguage('Chinese'), 60).unit).toBe('characters');
  });

  test('allow one sentence for the shortest video', () => {
    for (const language of languages)
      expect(computeTimeBudget(language, 0.2).count).toBeGreaterThanOrEqual(5);
  });

  test('are counted without punctuation', () => {
    expect(countSpokenUnits(getLanguage('French'), 'La lumière : bleu, gris — et blanc !')).toBe(6);
    expect(countSpokenUnits(getLanguage('Japanese'), '光が、満ちる。')).toBe(5);
  });
});

describe('the available length of a spoken script', () => {
  const english = getLanguage('English');
  const script = 'word '.repeat(200);

  test("follows its own recording, whatever the language's usual rate", () => {
    expect(computeAvailable(english, { script, durationSeconds: 60, spokenSeconds: 120 })).toEqual({
      unit: 'words',
      count: 97,
    });
    expect(computeAvailable(english, { script, durationSeconds: 60, spokenSeconds: 48 }).count).toBe(242);
  });

  test("follows the language's usual rate without a measurement", () => {
    expect(computeAvailable(english, { script, durationSeconds: 60 })).toEqual(
      computeTimeBudget(english, 60),
    );
  });

  test('is at most what one call of a script engine can write', () => {
    expect(computeWritableBudget(english, 3600).count).toBe(675);
    expect(computeWritableBudget(getLanguage('Russian'), 3600).count).toBe(345);
    expect(computeWritableBudget(english, 60).count).toBe(135);
  });
});

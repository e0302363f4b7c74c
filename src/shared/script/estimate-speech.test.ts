import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { estimateSeconds, learn, startRate } from './estimate-speech.ts';

const line = 'The fox looks up, and then it runs away.';

describe('the estimated duration of a line', () => {
  test('exists for every language without measurements', () => {
    for (const { name } of languages) {
      const seconds = estimateSeconds(line, startRate(name));
      expect(seconds).toBeGreaterThan(1.5);
      expect(seconds).toBeLessThan(8);
    }
  });

  test('grows with words, numbers and pauses', () => {
    const rate = startRate('English');
    const guess = (text: string) => estimateSeconds(text, rate);
    expect(guess('In the year 1987')).toBeGreaterThan(guess('In the year'));
    expect(guess('1987')).toBeGreaterThan(guess('1000'));
    expect(guess('up, and away')).toBeGreaterThan(guess('up and away'));
    expect(guess('up and away.')).toBe(guess('up and away'));
    expect(guess('12 km')).toBeGreaterThan(guess('12 at'));
    expect(guess('')).toBeGreaterThan(0);
  });

  test('approaches a slow voice with each measured line', () => {
    let rate = startRate('English');
    let before = Number.POSITIVE_INFINITY;
    for (let measured = 1; measured <= 20; measured += 1) {
      rate = learn(rate, line, 6);
      const error = Math.abs(estimateSeconds(line, rate) - 6);
      expect(error).toBeLessThan(before);
      before = error;
    }
    expect(before).toBeLessThan(0.5);
  });

  test('is longer with a voice that was measured as slow before', () => {
    const slow = estimateSeconds(line, startRate('English', 1.5));
    expect(slow / estimateSeconds(line, startRate('English'))).toBeCloseTo(1.5);
  });

  test('ignores implausible measurements', () => {
    const rate = startRate('English');
    for (const seconds of [0, -1, 0.2, 60, Number.NaN, Number.POSITIVE_INFINITY])
      expect(learn(rate, line, seconds)).toBe(rate);
  });

  test('is the same after the rate was serialized', () => {
    const rate = learn(startRate('Greek'), 'Η αλεπού κοιτάζει ψηλά.', 1.6);
    const sent = JSON.parse(JSON.stringify(rate));
    expect(estimateSeconds('Δεν είναι κανείς εκεί.', sent)).toBe(
      estimateSeconds('Δεν είναι κανείς εκεί.', rate),
    );
    expect(JSON.stringify(rate)).not.toContain('αλεπού');
  });
});

import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { estimateSeconds, learn, startRate } from './estimate-speech.ts';

const line = 'The fox looks up, and then it runs away.';

describe('the length of a line', () => {
  test('is guessed in every language before anything was heard', () => {
    for (const { name } of languages) {
      const seconds = estimateSeconds(line, startRate(name));
      expect(seconds).toBeGreaterThan(1.5);
      expect(seconds).toBeLessThan(8);
    }
  });

  test('grows with words, with numbers and with pauses', () => {
    const rate = startRate('English');
    const guess = (text: string) => estimateSeconds(text, rate);
    expect(guess('In the year 1987')).toBeGreaterThan(guess('In the year'));
    expect(guess('1987')).toBeGreaterThan(guess('1000'));
    expect(guess('up, and away')).toBeGreaterThan(guess('up and away'));
    expect(guess('up and away.')).toBe(guess('up and away'));
    expect(guess('12 km')).toBeGreaterThan(guess('12 at'));
    expect(guess('')).toBeGreaterThan(0);
  });

  test('comes nearer to a slow voice with each line that is heard', () => {
    let rate = startRate('English');
    let before = Number.POSITIVE_INFINITY;
    for (let heard = 1; heard <= 20; heard += 1) {
      rate = learn(rate, line, 6);
      const error = Math.abs(estimateSeconds(line, rate) - 6);
      expect(error).toBeLessThan(before);
      before = error;
    }
    expect(before).toBeLessThan(0.5);
  });

  test('is longer with a voice that others have heard to be slow', () => {
    const slow = estimateSeconds(line, startRate('English', 1.5));
    expect(slow / estimateSeconds(line, startRate('English'))).toBeCloseTo(1.5);
  });

  test('is not learned from what cannot be this line', () => {
    const rate = startRate('English');
    for (const seconds of [0, -1, 0.2, 60, Number.NaN, Number.POSITIVE_INFINITY])
      expect(learn(rate, line, seconds)).toBe(rate);
  });

  test('comes out of numbers that survive being sent', () => {
    const rate = learn(startRate('Greek'), 'Η αλεπού κοιτάζει ψηλά.', 1.6);
    const sent = JSON.parse(JSON.stringify(rate));
    expect(estimateSeconds('Δεν είναι κανείς εκεί.', sent)).toBe(
      estimateSeconds('Δεν είναι κανείς εκεί.', rate),
    );
    expect(JSON.stringify(rate)).not.toContain('αλεπού');
  });
});

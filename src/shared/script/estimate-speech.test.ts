import { describe, expect, test } from 'vitest';
import { getLanguage, languages } from '../languages.ts';
import { estimateSeconds, learn, measureSpeech, startRate } from './estimate-speech.ts';

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

  test.each([
    ['English', 'Dr. Smith comes', 'Door. Smith comes'],
    ['German', 'Am 3. Mai', 'An 3, Mai'],
    ['German', 'Obst, z. B. Nüsse', 'Obst, so. Da. Nüsse'],
    ['Polish', 'Jest nr. 5', 'Jest on. 5'],
    ['Czech', 'Je 5. dubna', 'Je 5, dubna'],
    ['Russian', 'В 1999 г. он был', 'В 1999. Он был тут'],
  ] as const)('in %s, “%s” has no pause where “%s” has one', (language, text, paused) => {
    const { pauses } = measureSpeech(text, getLanguage(language).code);
    expect(measureSpeech(paused, getLanguage(language).code).pauses).toBeGreaterThan(pauses);
  });

  test('tells numbers of one word from those of more', () => {
    const count = (text: string) => measureSpeech(text, 'de').numbers;
    expect(count('12')).toBeLessThan(count('20') + count('2'));
    expect(count('14')).toBeLessThan(count('41'));
    // Chinese says ten and four.
    expect(measureSpeech('14', 'zh').numbers).toBe(measureSpeech('41', 'zh').numbers);
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

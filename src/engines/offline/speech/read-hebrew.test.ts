import { describe, expect, it } from 'vitest';
import { loadPhrases } from '../phrases.ts';
import { readHebrew } from './read-hebrew.ts';

describe('readHebrew', () => {
  it.each([
    ['a name with its vowels', 'שולחן', "[[SulX'an]]"],
    ['words that follow each other as one phrase', 'רואים כאן: כלב.', "[[Ro?'im k'an]]: [[k'elev]]."],
    ['"and" with the word behind it', 'כלב וחתול', "[[k'elev veXat'ul]]"],
    ['"the" with the word behind it', 'הכלב', "[[hak'elev]]"],
  ])('reads %s', (_, written, spoken) => {
    expect(readHebrew(written)).toBe(spoken);
  });

  it('leaves other words, numbers and quotations as they are', () => {
    const text = 'ירושלים 24 ”Chapter 1”';
    expect(readHebrew(text)).toBe(text);
  });

  it('knows nearly all that the offline narrator names', () => {
    const names = Object.values(loadPhrases('he').names).map(([, one]) => one);
    expect(names.filter(name => /[א-ת]/u.test(readHebrew(name))).length).toBeLessThan(8);
  });
});

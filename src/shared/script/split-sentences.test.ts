import { describe, expect, test } from 'vitest';
import { cutAtSentences, splitSentences } from './split-sentences.ts';

const withoutSpaces = (text: string) => text.replace(/\s+/gu, '');

describe('a script', () => {
  test('is split into sentences whose concatenation is the script', () => {
    const text = 'One. Two!  Three?\n\nFour… 五。六！';
    expect(splitSentences(text).join('')).toBe(text);
    expect(splitSentences('光が満ちる。静かだ。', 'ja')).toEqual(['光が満ちる。', '静かだ。']);
  });

  test('is cut inside a quotation that contains a sentence end: an extra pause, but no lost word', () => {
    const text = 'Written here: “Chapter 1. The river”. In the picture: dog.';
    expect(splitSentences(text)).toEqual([
      'Written here: “Chapter 1. ',
      'The river”. ',
      'In the picture: dog.',
    ]);
    expect(cutAtSentences(text, 40).join(' ')).toBe(text);
  });

  test('is cut only at sentence ends if its sentences fit', () => {
    expect(cutAtSentences('One is here. Two is here. Three is here.', 26)).toEqual([
      'One is here. Two is here.',
      'Three is here.',
    ]);
  });

  test('is cut between words if a sentence does not fit', () => {
    const sentence = `${'word '.repeat(30).trim()}.`;
    const pieces = cutAtSentences(sentence, 24);
    expect(pieces.join(' ')).toBe(sentence);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(24);
  });

  test('never loses a character or exceeds the limit, in any text', () => {
    const texts = [
      'x'.repeat(100),
      '👨‍👩‍👧‍👦'.repeat(20),
      `e${'\u0301'.repeat(200)}`,
      'ภาษาไทย'.repeat(30),
      ' \n ',
      'a\ud800b',
    ];
    for (const text of texts) {
      const pieces = cutAtSentences(text, 20);
      expect(withoutSpaces(pieces.join(''))).toBe(withoutSpaces(text));
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(20);
        expect(piece.trim()).toBe(piece);
        expect(piece).not.toBe('');
      }
    }
  });
});

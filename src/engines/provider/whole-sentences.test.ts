import { describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { cutBackToSentences, cutOpenSentence, maybeEnded } from './written-text.ts';

describe('while a text is being written', () => {
  test.each([
    ['one sentence is still open', 'A dog runs', '', 'A dog runs'],
    ['a mark alone does not close it: more may follow', 'It cost 3.', '', 'It cost 3.'],
    ['a number is not torn apart', 'It cost 3.50 euro', '', 'It cost 3.50 euro'],
    ['a sentence is closed by the next', 'A dog runs. It b', 'A dog runs. ', 'It b'],
    ['a paragraph closes a sentence', 'A dog runs\n\nIt', 'A dog runs\n\n', 'It'],
  ])('%s', (_, text, whole, open) => {
    expect(cutOpenSentence(text, 'en')).toEqual({ whole, open });
  });

  test('Chinese needs no spaces', () => {
    expect(cutOpenSentence('狗在跑。它在', 'zh')).toEqual({ whole: '狗在跑。', open: '它在' });
  });

  test('Thai, which has no sentence marks, is cut at spaces', () => {
    const text = `${'สุนัขวิ่งเล่นในสวน '.repeat(20)}และ`;
    const { whole, open } = cutOpenSentence(text, 'th');
    expect(open).toBe('และ');
    expect(whole + open).toBe(text);
  });

  test('a very long word is passed on in pieces', () => {
    expect(cutOpenSentence('a'.repeat(1000), 'en').open).toBe('');
  });
});

describe('text without a sentence end', () => {
  const signs = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter(sign =>
    /[\p{P}\p{Z}\p{Cc}]/u.test(sign),
  );

  test.each(languages)('every sentence mark of $name is known', ({ code }) => {
    const unknown = signs.filter(
      sign => !maybeEnded.test(sign) && splitSentences(`one two${sign} Three four`, code).length > 1,
    );
    expect(unknown).toEqual([]);
  });

  test('the Greek question mark ends a sentence', () => {
    expect(cutOpenSentence('Τι είναι; Ένας', 'el')).toEqual({ whole: 'Τι είναι; ', open: 'Ένας' });
  });
});

describe('a text that was broken off', () => {
  test.each([
    ['keeps its whole sentences', 'A dog runs. It barks at the', 'en', 'A dog runs.'],
    ['stays when it just had ended', 'A dog runs. It barks. ', 'en', 'A dog runs. It barks.'],
    [
      'stays when it ended with a quotation',
      '“Look!” he says. “It barks.”',
      'en',
      '“Look!” he says. “It barks.”',
    ],
    [
      'without a whole sentence keeps its whole words',
      'A dog runs over the gra',
      'en',
      'A dog runs over the',
    ],
    ['of one word stays', 'Doggerla', 'en', 'Doggerla'],
    ['in Hindi knows the danda', 'कुत्ता दौड़ता है। वह', 'hi', 'कुत्ता दौड़ता है।'],
    ['in Japanese knows the full stop', '犬が走る。それは', 'ja', '犬が走る。'],
  ])('%s', (_, text, locale, expected) => {
    expect(cutBackToSentences(text, locale)).toBe(expected);
  });
});

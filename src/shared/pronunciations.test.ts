import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTerms, isInCapitals, pickPronunciations, respell } from './pronunciations.ts';

describe('a word with a pronunciation', () => {
  it.each([
    ['whole words only', 'Bens hides. ben', 'Ben', 'Benn', 'Bens hides. Benn'],
    ['whatever its case', 'BENSHI and benshi', 'Benshi', 'ben-shee', 'ben-shee and ben-shee'],
    ['beside punctuation', '“Benshi’s” (Benshi)', 'Benshi', 'ben-shee', '“ben-shee’s” (ben-shee)'],
    ['several words, whatever is between', 'New\n York!', 'new york', 'noo york', 'noo york!'],
    ['either apostrophe', 'O’Neill', "O'Neill", 'oh-neel', 'oh-neel'],
    ['letters with marks apart', 'Cafe\u0301', 'Café', 'kaffay', 'kaffay'],
    ['signs', 'C++, not C', 'C++', 'see plus plus', 'see plus plus, not C'],
    ['numbers are other words', 'A4 A41', 'A4', 'a four', 'a four A41'],
    ['Chinese, within a row of letters', '我在重庆路', '重庆', '虫庆', '我在虫庆路'],
    ['Japanese, not within a katakana word', 'バスとバスケット', 'バス', 'ばす', 'ばすとバスケット'],
    ['Thai, not without its tone', 'กา กา่', 'กา', 'คา', 'คา กา่'],
    ['Hindi, not with another vowel', 'राम रामा', 'राम', 'राअम', 'राअम रामा'],
    ['an inflected form is another word', 'Fuchs, Fuchses', 'Fuchs', 'Fux', 'Fux, Fuchses'],
    [
      'capitals, where the term is in capitals',
      'Who told us it is IT, WHO?',
      'WHO',
      'W',
      'Who told us it is IT, W?',
    ],
    [
      'not at the start of a sentence',
      'It is in the US. It told us.',
      'US',
      'you ess',
      'It is in the you ess. It told us.',
    ],
    ['stops between capitals', 'I.T. and i.t.', 'I.T.', 'eye tee', 'eye tee and i.t.'],
    [
      'a part of a German word with a hyphen',
      'Die IT-Abteilung, it-girl',
      'IT',
      'Ei Ti',
      'Die Ei Ti-Abteilung, it-girl',
    ],
    ['no plural of it', 'PCs, PC, pc', 'PC', 'pee see', 'PCs, pee see, pc'],
    ['a plural of its own, whatever its case', 'PCs, pcs', 'PCs', 'pee sees', 'pee sees, pee sees'],
    ['Turkish capitals with a dot', 'İT değil it', 'İT', 'i te', 'i te değil it'],
    ['Greek and Russian capitals', 'ООН не оон', 'ООН', 'о-о-эн', 'о-о-эн не оон'],
    ['capitals with digits', 'MP3 mp3', 'MP3', 'em pee three', 'em pee three mp3'],
    ['one letter, whatever its case', 'A4 or a4', 'A4', 'ay four', 'ay four or ay four'],
    ['signs of replacement mean nothing', 'Cash', 'cash', '$& $1', '$& $1'],
  ])('%s: %s', (_, text, term, say, said) => {
    expect(respell(text, [{ term, say }])).toBe(said);
  });

  it('is not said again where a respelling holds another', () => {
    const pronunciations = [
      { term: 'one', say: 'two' },
      { term: 'two', say: 'one' },
    ];
    expect(respell('One two one', pronunciations)).toBe('two one two');
  });

  it('gives way to a longer one', () => {
    const pronunciations = [
      { term: 'New York', say: 'A' },
      { term: 'York City Hall', say: 'B' },
      { term: 'City', say: 'C' },
    ];
    expect(respell('New York City Hall, New York, City', pronunciations)).toBe('New B, A, C');
    expect(pickPronunciations('New York City Hall', pronunciations)).toEqual([pronunciations[1]]);
  });

  it('in capitals counts there, and one in other letters elsewhere', () => {
    const pronunciations = [
      { term: 'it', say: 'itt' },
      { term: 'IT', say: 'eye tee' },
    ];
    expect(respell('It is IT', pronunciations)).toBe('itt is eye tee');
    expect(respell('It is IT', pronunciations.toReversed())).toBe('itt is eye tee');
  });

  it('counts as it stands first in the list, and in IPA stays as it is written', () => {
    const pronunciations = [
      { term: 'Benshi', say: '/ˈbɛnʃi/' },
      { term: 'benshi', say: 'ben-shee' },
    ];
    expect(respell('Benshi', pronunciations)).toBe('Benshi');
    expect(pickPronunciations('Benshi', pronunciations)).toEqual([pronunciations[0]]);
  });
});

const words = fc.constantFrom(
  'a',
  'A',
  'b',
  'ab',
  'b a',
  '重',
  '庆',
  '重庆',
  'バ',
  "a'b",
  'é',
  'กา',
  '-',
  '$&',
);
const texts = fc
  .array(fc.oneof(words, fc.constantFrom(' ', ', ', '\n')), { maxLength: 12 })
  .map(parts => parts.join(''));
const lists = fc.array(fc.record({ term: words, say: words }), { maxLength: 6 });

describe('whatever text and list', () => {
  it('found words never overlap, are in order, and are none that a longer one holds', () => {
    fc.assert(
      fc.property(texts, lists, (text, list) => {
        const found = findTerms(text, list);
        found.forEach(({ start }, at) => {
          expect(start).toBeGreaterThanOrEqual(found[at - 1]?.end ?? 0);
        });
        const all = list.flatMap(each => findTerms(text, [each]));
        for (const { start, end } of all)
          expect(
            found.some(each => each.start < end && start < each.end && each.end - each.start >= end - start),
          ).toBe(true);
      }),
    );
  });

  it('all but the found words stays, and what counts depends on nothing else in the list', () => {
    fc.assert(
      fc.property(texts, lists, (text, list) => {
        const marked = respell(
          text,
          list.map(({ term }) => ({ term, say: '\u{1f5e3}' })),
        );
        const found = findTerms(text, list);
        expect(marked.split('\u{1f5e3}')).toHaveLength(found.length + 1);
        expect(marked.length).toBe(
          text.length + found.reduce((sum, { start, end }) => sum + 2 - (end - start), 0),
        );
        const picked = pickPronunciations(text, list);
        expect(pickPronunciations(text, picked)).toEqual(picked);
        expect(respell(text, picked)).toBe(respell(text, list));
      }),
    );
  });
});

/** By the rules alone: a pattern for each term, and the longest of those that overlap. */
function findByPatterns(text: string, terms: readonly string[]): [number, number][] {
  const bound = (letter: string, isEnd: boolean) => {
    if (/[\p{Script=Katakana}ー]/u.test(letter)) return String.raw`[\p{Script=Katakana}ー]`;
    const isSpaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.test(letter);
    if (isSpaceless) return isEnd ? String.raw`\p{M}` : '[]';
    return String.raw`[\p{L}\p{N}\p{M}]`;
  };
  const found = terms.flatMap(each => {
    const term = each.normalize('NFC').trim();
    if (term === '') return [];
    const letters = [...term];
    const written = term
      .replace(/[.+]/gu, String.raw`\$&`)
      .replace(/['’]/gu, "['’]")
      .replace(/\s+/gu, String.raw`\s+`);
    const [before, behind] = [bound(letters.at(0) ?? '', false), bound(letters.at(-1) ?? '', true)];
    const pattern = new RegExp(`(?<!${before})${written}(?!${behind})`, 'giu');
    const composed = text.normalize('NFC');
    const matches: [number, number][] = [];
    for (let match = pattern.exec(composed); match; match = pattern.exec(composed)) {
      const [found] = match;
      if (!isInCapitals(term) || isInCapitals(found)) matches.push([match.index, pattern.lastIndex]);
      else pattern.lastIndex = match.index + ([...found][0]?.length ?? 1);
    }
    return matches;
  });
  const kept: [number, number][] = [];
  for (const [start, end] of found.toSorted((one, other) => other[1] - other[0] - (one[1] - one[0])))
    if (kept.every(each => end <= each[0] || start >= each[1])) kept.push([start, end]);
  return kept.toSorted((one, other) => one[0] - other[0]);
}

it('is found as by a pattern for each term', () => {
  const letters = [..."abAßé .'’一二アーกiIıİſskK1+", 'e\u0301', '  ', '\n', 'ि', '\u{1d49c}'];
  const written = (maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map(each => each.join(''));
  fc.assert(
    fc.property(written(40), fc.array(written(4), { maxLength: 6 }), (text, terms) => {
      const found = findTerms(
        text,
        terms.map(term => ({ term, say: 'x' })),
      );
      expect(found.map(({ start, end }) => [start, end])).toEqual(findByPatterns(text, terms));
    }),
    { numRuns: 300 },
  );
});

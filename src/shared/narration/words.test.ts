import { expect, test } from 'vitest';
import { changeWord, emptyTerm, type KeptWords, listWords, type Word } from './words.ts';

const fox: Word = { ...emptyTerm, term: 'fox', pronunciation: { English: 'fawks' }, scope: 'project' };
const benshi = { ...emptyTerm, term: 'Benshi', isNeverTranslated: true };
const none: KeptWords = { glossary: [], own: [] };

test('pronunciations and terms are one list, and a word is one row', () => {
  const words = listWords({
    glossary: [benshi, { ...emptyTerm, term: 'it', byLanguage: { French: 'il' } }, emptyTerm],
    own: [
      { language: 'English', term: 'IT', say: 'eye tee' },
      { language: 'French', term: 'IT', say: 'i té' },
    ],
  });
  expect(words.map(({ term, scope }) => `${term} ${scope}`)).toEqual([
    'Benshi project',
    'it project',
    'IT own',
  ]);
  expect(words[2]?.pronunciation).toEqual({ English: 'eye tee', French: 'i té' });
});

test('a word that is known keeps what is not said anew', () => {
  const kept = changeWord({ ...none, glossary: [benshi] }, undefined, {
    ...fox,
    term: ' benshi ',
    pronunciation: { English: ' ben-shee ', French: '' },
  });
  expect(kept.glossary).toEqual([
    { term: 'benshi', byLanguage: {}, isNeverTranslated: true, pronunciation: { English: 'ben-shee' } },
  ]);
});

test('a word that gets another name stays at its place, and what was taken away is gone', () => {
  const before: Word = { ...benshi, byLanguage: { French: 'Benchi' }, scope: 'project' };
  const { scope: _, ...term } = before;
  const kept = changeWord({ ...none, glossary: [term, benshi] }, before, {
    ...before,
    term: 'Katsuben',
    byLanguage: {},
    isNeverTranslated: false,
  });
  expect(kept.glossary).toEqual([{ ...emptyTerm, term: 'Katsuben' }]);
});

test('a word for all projects leaves its translations in this one, and comes back with them', () => {
  const { scope: _, ...term } = { ...fox, byLanguage: { French: 'renard' } };
  const own = changeWord(
    { ...none, glossary: [term] },
    { ...term, scope: 'project' },
    { ...term, scope: 'own' },
  );
  expect(own).toEqual({
    glossary: [{ ...term, pronunciation: {} }],
    own: [{ language: 'English', term: 'fox', say: 'fawks' }],
  });
  const [, mine] = listWords(own);
  if (mine?.scope !== 'own') throw new Error('The word for all projects is missing.');
  expect(changeWord(own, mine, { ...mine, scope: 'project' })).toEqual({ glossary: [term], own: [] });
});

test('a word that is removed leaves all others as they are', () => {
  const kept: KeptWords = { glossary: [benshi], own: [{ language: 'English', term: 'fox', say: 'fawks' }] };
  const removed = changeWord(kept, { ...fox, scope: 'own' }, undefined);
  expect(removed.own).toEqual([]);
  expect(removed.glossary).toBe(kept.glossary);
  expect(changeWord(kept, { ...benshi, scope: 'project' }, undefined)).toEqual({ ...kept, glossary: [] });
});

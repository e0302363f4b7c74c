import { describe, expect, it } from 'vitest';
import { getLanguage } from '#shared/languages.ts';
import { findUnread, keepReadable, planUtterances } from './prepare-text.ts';

const english = getLanguage('English');

describe('the words that a voice leaves out', () => {
  it.each([
    ['English', 'Then Привет, and 狐 <i>say</i> “Ω”.', ['Привет', '狐', 'Ω']],
    ['Russian', 'Привет, YouTube!', []],
    ['English', 'Ça va, 한국, हिन्दी: 50 %', []],
  ] as const)('in %s, of %s are %j', (language, text, words) => {
    expect(findUnread(text, getLanguage(language))).toEqual(words);
  });
});

describe('a quotation', () => {
  it('that the voice cannot read is left out, however long it is beside its sentence', () => {
    expect(keepReadable('Written here: “東京タワーの夜景を見に行こう”. The end.', english)).toBe(
      'Written here:  . The end.',
    );
  });

  it('that the voice cannot read is refused where there is nothing else', () => {
    expect(keepReadable('“東京タワーの夜景を見に行こう”', english)).toBeUndefined();
  });

  it('that the voice can read stays, with its digits and signs', () => {
    const text = 'Hier steht: „Chapter 1. The river“ und „R2-D2, 50 %“.';
    expect(keepReadable(text, getLanguage('German'))).toBe(text);
  });

  it('of two sentences is spoken in two parts, and nothing of it is lost', () => {
    const text = 'Written here: “Chapter 1. The river”. In the picture: dog.';
    const spoken = [...planUtterances(text, english)].map(utterance => utterance.text);
    expect(spoken).toEqual(['Written here: “Chapter 1.', 'The river”.', 'In the picture: dog.']);
  });
});

describe('a sentence ends where it ends', () => {
  it.each([
    ['Russian', 'Кролик смотрит на небо.', 'Город затихает.'],
    ['Greek', 'Κοιτάζει τον ουρανό.', 'Η πόλη ησυχάζει.'],
    ['Portuguese', 'Ela corta as maçãs.', 'Depois come.'],
    ['Finnish', 'Se on hyvää.', 'Ilta tulee.'],
    ['Ukrainian', 'Він дивиться на небо.', 'Місто тихе.'],
    ['Turkish', 'Bu ışığı.', 'Sonra gider.'],
  ] as const)('in %s, behind a letter that ASCII has not: %s', (language, one, other) => {
    const spoken = [...planUtterances(`${one} ${other}`, getLanguage(language))];
    expect(spoken.map(({ text }) => text)).toEqual([one, other]);
  });

  it('and not behind an abbreviation of one letter', () => {
    expect([...planUtterances('В 1999 г. Иван уехал.', getLanguage('Russian'))]).toHaveLength(1);
  });
});

import { describe, expect, test } from 'vitest';
import { type LanguageName, languages } from '#shared/languages.ts';
import { listForeignLetters } from '../../../tests/support/writing-scripts.ts';
import { phrasesByLanguage } from './phrases-by-language.ts';

/** Every sentence of a language with the path of its meaning, such as `light.dark`. */
function listSentences(language: LanguageName): { meaning: string; text: string }[] {
  const walk = (value: unknown, path: string): { meaning: string; text: string }[] => {
    if (typeof value === 'string') return [{ meaning: path, text: value }];
    if (Array.isArray(value)) return value.flatMap(each => walk(each, path));
    return Object.entries(value as object).flatMap(([key, each]) =>
      walk(each, path ? `${path}.${key}` : key),
    );
  };
  const { colourNames, thingNames, quotationMarks, ...sentences } = phrasesByLanguage[language];
  return walk(sentences, '');
}

/** How a sentence ends, where not with a full stop; Thai ends none. */
const endings: Partial<Record<LanguageName, RegExp>> = {
  Armenian: /։$/u,
  Chinese: /。$/u,
  Hindi: /।$/u,
  Japanese: /。$/u,
  Nepali: /।$/u,
  Thai: /[\p{L}\p{M}]$|\{(?:colours|things|text)\}$/u,
  Urdu: /۔$/u,
};

describe.each(languages)('the phrases of $name', ({ name }) => {
  const sentences = listSentences(name);
  const { quotationMarks } = phrasesByLanguage[name];
  const colours = Object.values(phrasesByLanguage[name].colourNames);
  const things = Object.values(phrasesByLanguage[name].thingNames ?? {});

  test('are sentences that end as the language ends them', () => {
    const ending = endings[name] ?? /[\p{L}\p{M}}]\.$/u;
    expect(sentences.filter(({ text }) => !ending.test(text) || text !== text.trim())).toEqual([]);
  });

  test('hold a list or a quotation exactly where one belongs, after a colon', () => {
    for (const { meaning, text } of sentences) {
      const expected = listPlaceholders(meaning);
      expect(text.match(/\{\w*\}?/gu) ?? [], text).toEqual(expected);
      // Armenian writes its stress mark before a list, where others write a colon.
      if (expected.length > 0) expect(text).toMatch(/(?:[:：՝]|\s[:])\s?\{/u);
    }
  });

  test('say nothing twice', () => {
    const texts = [...sentences.map(({ text }) => text), ...colours];
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  test('name each kind of thing by a name of its own, without a mark that would break a list', () => {
    const lower = things.map(thing => thing.toLocaleLowerCase());
    expect(lower.filter((thing, at) => lower.indexOf(thing) !== at)).toEqual([]);
    expect(
      things.filter(
        thing => !/^[\p{L}\p{M}\p{Nd}’'ʻ\p{Join_Control} -]+$/u.test(thing) || thing !== thing.trim(),
      ),
    ).toEqual([]);
  });

  test('are written in the script of the language', () => {
    const text = [
      ...sentences.map(sentence => sentence.text.replace(/\{\w+\}/u, '')),
      ...colours,
      ...things,
    ].join('');
    expect(listForeignLetters(text, name)).toEqual([]);
    expect(text).toBe(text.normalize('NFC'));
  });

  test('quote print between marks that are told apart from letters', () => {
    expect(
      quotationMarks.every(mark =>
        /^[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"]\s?$|^\s?[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"]$/u.test(mark),
      ),
    ).toBe(true);
  });
});

/** What has to be filled in a sentence of a meaning, such as `things.seen`. */
function listPlaceholders(meaning: string): string[] {
  if (meaning.startsWith('things.')) return ['{things}'];
  return { colours: ['{colours}'], written: ['{text}'] }[meaning] ?? [];
}

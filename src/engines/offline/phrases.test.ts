import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { listForeignLetters } from '../../../tests/support/writing-scripts.ts';
import { several } from './analysis.ts';
import { type Counted, createWording, loadPhrases, phrasesSchema } from './phrases.ts';
import { thingNames } from './thing-names.ts';

const folder = new URL('./phrases/', import.meta.url);
const files = readdirSync(folder).filter(name => name.endsWith('.json'));
const written = languages.filter(({ code }) => existsSync(new URL(`${code}.json`, folder)));

/** Categories of the plurals after 2 to 6, in the order in which they occur. */
function listCategories(code: string): string[] {
  const rules = new Intl.PluralRules(code);
  return [...new Set([2, 3, 4, 5, 6].map(count => rules.select(count)))];
}

test('each file of phrases belongs to a language', () => {
  expect(
    files.map(name => name.slice(0, -5)).filter(code => !languages.some(each => each.code === code)),
  ).toEqual([]);
});

describe.each(written)('the phrases of $name', language => {
  const { code, name } = language;
  const read = () => JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8'));

  test('follow the schema', () => {
    expect(phrasesSchema.safeParse(read()).error?.issues).toBeUndefined();
    expect(Object.keys(read().names)).toEqual(thingNames);
  });

  test('have the plurals and number words that the language needs', () => {
    const { names, numbers } = loadPhrases(code);
    const plurals = listCategories(code).length;
    expect(Object.entries(names).filter(([, forms]) => forms.length !== 2 + plurals)).toEqual([]);
    expect(Object.entries(names).filter(([, [numberClass]]) => !(numberClass in numbers))).toEqual([]);
  });

  test('name each kind and number so that it is told apart', () => {
    const { tell } = createWording(language);
    const told = thingNames.map(kind => tell([{ name: kind, count: 1 }]));
    expect(told.filter((text, at) => told.indexOf(text) !== at)).toEqual([]);
    const counts = [1, 2, 3, 4, 5, 6, several].map(count => tell([{ name: 'bottle', count }]));
    expect(new Set(counts).size).toBe(counts.length);
  });

  test('leave no space too many', () => {
    const { tell, quote } = createWording(language);
    const said = [1, 2, several].flatMap(count => thingNames.map(kind => tell([{ name: kind, count }])));
    for (const text of [...said, quote(['a', 'b'])]) expect(text).not.toMatch(/\s{2}|^\s|\s$|[{}]/u);
  });

  test('are written in the script of the language', () => {
    const { names, numbers, seen, written: print } = loadPhrases(code);
    const words = [
      ...[seen, print].map(text => text.replace(/\{\w+\}/u, '')),
      ...Object.values(names).flatMap(([, ...forms]) => forms),
      ...Object.values(numbers).flat(),
    ].join('');
    expect(listForeignLetters(words, name)).toEqual([]);
    expect(words).toBe(words.normalize('NFC'));
  });
});

describe('things in a sentence', () => {
  const tell = (name: LanguageName, ...things: readonly Counted[]) =>
    createWording(getLanguage(name)).tell(things);

  test('are counted up to six, and a sentence begins with a capital', () => {
    const bottles = (count: number) => tell('English', { name: 'bottle', count });
    expect([1, 2, 6, several].map(bottles)).toEqual([
      'A bottle.',
      'Two bottles.',
      'Six bottles.',
      'Several bottles.',
    ]);
    expect(tell('English', { name: 'person', count: 3 }, { name: 'dog', count: 1 })).toBe(
      'Three people and a dog.',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { freeLanguageNames, languageNames, languages } from './languages.ts';

describe('the languages', () => {
  test('are 57, each named and tagged once, English first', () => {
    expect(languages).toHaveLength(57);
    expect(languageNames[0]).toBe('English');
    for (const key of ['name', 'code', 'nativeName'] as const) {
      expect(new Set(languages.map(language => language[key])).size).toBe(57);
    }
  });

  test('have tags that every browser and Node know', () => {
    const changed = languages.filter(({ code }) => Intl.getCanonicalLocales(code)[0] !== code);
    // Tagalog keeps its old tag, which voices and detectors use.
    expect(changed.map(language => language.code)).toEqual(['tl']);
  });

  test("have ICU's names", () => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const different = languages.filter(language => names.of(language.code) !== language.name);
    // ICU distinguishes Bokmål and Nynorsk, writes the macron, and names Tagalog after its standard form.
    expect(different.map(language => language.name)).toEqual(['Maori', 'Norwegian', 'Tagalog']);
  });

  test('of the free page are 28, all among the 57', () => {
    expect(new Set(freeLanguageNames).size).toBe(28);
    for (const name of freeLanguageNames) expect(languageNames).toContain(name);
  });
});

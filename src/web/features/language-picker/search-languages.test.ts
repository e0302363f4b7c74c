import { describe, expect, test } from 'vitest';
import { languageNames } from '#shared/languages.ts';
import { searchLanguages } from './language-popup.tsx';

describe('a language', () => {
  test.each([
    ['日本', ['Japanese']],
    ['jap', ['Japanese']],
    ['ja', ['Japanese']],
    ['espanol', ['Spanish']],
    ['ESPAÑOL', ['Spanish']],
    ['maori', ['Maori']],
    ['viet', ['Vietnamese']],
    ['ελλ', ['Greek']],
    ['bahasa', ['Indonesian', 'Malay']],
    ['nobody', []],
  ])('is found by “%s”', (query, found) => {
    expect(searchLanguages(languageNames, query)).toEqual(found);
  });

  test('whose code was typed comes before those whose names start with it', () => {
    expect(searchLanguages(languageNames, 'is')[0]).toBe('Icelandic');
    expect(searchLanguages(languageNames, 'sl').slice(0, 3)).toEqual(['Slovenian', 'Slovak']);
    expect(searchLanguages(languageNames, '  ')).toEqual(languageNames);
  });
});

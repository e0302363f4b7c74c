import { describe, expect, test } from 'vitest';
import { type LanguageName, languages } from '#shared/languages.ts';
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
  const { colourNames, ...sentences } = phrasesByLanguage[language];
  return walk(sentences, '');
}

/** How a sentence ends, where not with a full stop; Thai ends none. */
const endings: Partial<Record<LanguageName, RegExp>> = {
  Armenian: /։$/u,
  Chinese: /。$/u,
  Hindi: /।$/u,
  Japanese: /。$/u,
  Nepali: /।$/u,
  Thai: /[\p{L}\p{M}]$|\{(?:colours|time)\}$/u,
  Urdu: /۔$/u,
};

const scripts: Partial<Record<LanguageName, RegExp>> = {
  Arabic: /^\p{scx=Arabic}$/u,
  Armenian: /^\p{scx=Armenian}$/u,
  Belarusian: /^\p{scx=Cyrillic}$/u,
  Bulgarian: /^\p{scx=Cyrillic}$/u,
  Chinese: /^\p{scx=Han}$/u,
  Greek: /^\p{scx=Greek}$/u,
  Hebrew: /^\p{scx=Hebrew}$/u,
  Hindi: /^\p{scx=Devanagari}$/u,
  Japanese: /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u,
  Kannada: /^\p{scx=Kannada}$/u,
  Kazakh: /^\p{scx=Cyrillic}$/u,
  Korean: /^\p{scx=Hangul}$/u,
  Macedonian: /^\p{scx=Cyrillic}$/u,
  Marathi: /^\p{scx=Devanagari}$/u,
  Nepali: /^\p{scx=Devanagari}$/u,
  Persian: /^\p{scx=Arabic}$/u,
  Russian: /^\p{scx=Cyrillic}$/u,
  Serbian: /^\p{scx=Cyrillic}$/u,
  Tamil: /^\p{scx=Tamil}$/u,
  Thai: /^\p{scx=Thai}$/u,
  Ukrainian: /^\p{scx=Cyrillic}$/u,
  Urdu: /^\p{scx=Arabic}$/u,
};

describe.each(languages)('the phrases of $name', ({ name }) => {
  const sentences = listSentences(name);
  const words = Object.values(phrasesByLanguage[name].colourNames);

  test('are sentences that end as the language ends them', () => {
    const ending = endings[name] ?? /[\p{L}\p{M}}]\.$/u;
    expect(sentences.filter(({ text }) => !ending.test(text) || text !== text.trim())).toEqual([]);
  });

  test('hold a list or a time exactly where one belongs, after a colon', () => {
    for (const { meaning, text } of sentences) {
      const expected = { colours: ['{colours}'], clock: ['{time}'] }[meaning] ?? [];
      expect(text.match(/\{\w*\}?/gu) ?? [], text).toEqual(expected);
      // Armenian writes its stress mark before a list, where others write a colon.
      if (expected.length > 0) expect(text).toMatch(/(?:[:：՝]|\s[:])\s?\{/u);
    }
  });

  test('say nothing twice', () => {
    const texts = [...sentences.map(({ text }) => text), ...words];
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  test('are written in the script of the language', () => {
    const script = scripts[name] ?? /^\p{scx=Latin}$/u;
    const text = [...sentences.map(sentence => sentence.text.replace(/\{\w+\}/u, '')), ...words].join('');
    expect([...text].filter(character => /\p{L}/u.test(character) && !script.test(character))).toEqual([]);
    expect(text).toBe(text.normalize('NFC'));
  });
});

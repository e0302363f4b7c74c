import type { LanguageName } from '#shared/languages.ts';

const scripts: Partial<Record<LanguageName, string>> = {
  Arabic: 'Arabic',
  Armenian: 'Armenian',
  Belarusian: 'Cyrillic',
  Bulgarian: 'Cyrillic',
  Chinese: 'Han',
  Greek: 'Greek',
  Hebrew: 'Hebrew',
  Hindi: 'Devanagari',
  Japanese: 'Han Hiragana Katakana',
  Kannada: 'Kannada',
  Kazakh: 'Cyrillic',
  Korean: 'Hangul',
  Macedonian: 'Cyrillic',
  Marathi: 'Devanagari',
  Nepali: 'Devanagari',
  Persian: 'Arabic',
  Russian: 'Cyrillic',
  Serbian: 'Cyrillic',
  Tamil: 'Tamil',
  Thai: 'Thai',
  Ukrainian: 'Cyrillic',
  Urdu: 'Arabic',
};

/** Letters of a text that its language's script does not have. */
export function listForeignLetters(text: string, language: LanguageName): string[] {
  return text.match(foreignLetters[language] ?? foreignToLatin) ?? [];
}

const foreignToLatin = writePattern('Latin');

const foreignLetters: Partial<Record<LanguageName, RegExp>> = Object.fromEntries(
  Object.entries(scripts).map(([language, names]) => [language, writePattern(names)]),
);

function writePattern(names: string): RegExp {
  const own = names.split(' ').map(name => `\\p{scx=${name}}`);
  return new RegExp(`(?![${own.join('')}])\\p{L}`, 'gu');
}

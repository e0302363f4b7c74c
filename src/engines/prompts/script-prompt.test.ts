import { expect, test } from 'vitest';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { describeBudget } from './narrate.ts';

test.each<[string, LanguageName, number, string]>([
  ['a minute in English', 'English', 60, '135 words'],
  ['a minute in Japanese, counted in characters', 'Japanese', 60, '288 characters'],
  ['a second', 'English', 1, '5 words'],
  ['an hour, capped by the token limit', 'English', 3600, '675 words'],
  ['an hour in a language with more tokens a word', 'Russian', 3600, '345 words'],
])('the prompt states the length of %s', (_, language, seconds, expected) => {
  expect(describeBudget(getLanguage(language), seconds)).toBe(expected);
});

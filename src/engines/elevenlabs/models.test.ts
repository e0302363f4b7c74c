import { expect, test } from 'vitest';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { getLanguageCode, getLanguageSupport, getModelFacts } from './models.ts';

test.each([
  ['eleven_v4', 10_000],
  ['eleven_v4_turbo', 10_000],
  ['eleven_v4_preview_2026_12_01', 10_000],
  ['eleven_v3', 5000],
  ['eleven_v3_preview_2026_05_01', 5000],
  ['eleven_multilingual_v2', 10_000],
  ['eleven_flash_v2_5', 40_000],
  ['eleven_turbo_v2_5', 40_000],
  ['eleven_flash_v2', 30_000],
  ['a_model_of_tomorrow', 5000],
])('a request to %s holds at most %i characters', (model, most) => {
  expect(getModelFacts(model).maxCharacters).toBe(most);
});

test.each([
  ['eleven_multilingual_v2', 29],
  ['eleven_flash_v2_5', 32],
  ['eleven_turbo_v2_5', 32],
  ['eleven_v4', 56],
  ['eleven_v4_turbo', 56],
  ['eleven_v3', 56],
  ['eleven_flash_v2', 1],
  ['eleven_multilingual_v1', 8],
  ['a_model_of_tomorrow', 0],
])('%s supports %i of our languages', (model, count) => {
  const facts = getModelFacts(model);
  expect(languages.filter(language => getLanguageSupport(facts, language).kind === 'spoken')).toHaveLength(
    count,
  );
});

test.each([
  ['eleven_v4', 'Latvian'],
  ['eleven_v3', 'Maori'],
])('%s supports all our languages except %s', (model, missing) => {
  const facts = getModelFacts(model);
  const unlisted = languages.filter(language => getLanguageSupport(facts, language).kind !== 'spoken');
  expect(unlisted.map(language => language.name)).toEqual([missing]);
});

test.each<[string, LanguageName, string | undefined]>([
  ['eleven_flash_v2_5', 'Norwegian', 'no'],
  ['eleven_flash_v2_5', 'Tagalog', 'fil'],
  ['eleven_flash_v2_5', 'Welsh', undefined],
  ['eleven_v3', 'Welsh', 'cy'],
  ['eleven_v3', 'Maori', undefined],
  ['eleven_v4', 'Maori', 'mi'],
  ['eleven_v4', 'Norwegian', 'no'],
  ['eleven_v4', 'Latvian', undefined],
  ['eleven_multilingual_v2', 'German', undefined],
])('a request to %s for %s has the code %s', (model, name, code) => {
  expect(getLanguageCode(getModelFacts(model), getLanguage(name))).toBe(code);
});

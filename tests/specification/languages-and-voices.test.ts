import { describe, expect, test } from 'vitest';
import { defaultLanguageName } from '#shared/defaults.ts';
import { freeLanguageNames, languageNames, languages } from '#shared/languages.ts';
import { composePrompt, parsePrompt } from '#shared/prompt.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import { readSpecifiedConstants } from './read-constants.ts';

const specified = readSpecifiedConstants();

describe('the specified languages', () => {
  test('are the 57 of the dashboards, by name and in order', () => {
    expect(specified.languages.dashboards).toHaveLength(57);
    expect(languages.map(language => language.name)).toEqual(specified.languages.dashboards);
    expect(languageNames).toEqual(specified.languages.dashboards);
  });

  test('are the 28 of the free page, by name and in order, with English chosen', () => {
    expect(specified.languages.freePage).toHaveLength(28);
    expect(freeLanguageNames).toEqual(specified.languages.freePage);
    expect(defaultLanguageName).toBe(specified.languages.freePageDefault);
  });

  test.each(languageNames)('%s is named in the prompt as specified', language => {
    const prompt = `Tell it${specified.calls.promptJoint}${language}`;
    expect(composePrompt({ prompt: 'Tell it', language })).toBe(prompt);
    expect(parsePrompt(prompt)).toEqual({ prompt: 'Tell it', language });
  });
});

describe('the specified voices', () => {
  const premium = Object.entries(specified.voices.premium);

  test('are the five standard ones, in order', () => {
    expect(specified.voices.standard).toHaveLength(5);
    expect(standardVoices).toEqual(specified.voices.standard);
  });

  test('are the 41 of the premium plan, by name and in order', () => {
    expect(premium).toHaveLength(41);
    expect(allVoices).toEqual([...specified.voices.standard, ...premium.map(([name]) => name)]);
  });

  test.each(premium)('%s is described as %s', (name, tags) => {
    const voice = voiceCatalogue.find(each => each.name === name);
    expect(voice?.tags.join(' ')).toBe(tags);
    expect(voice?.plan).toBe('premium');
  });
});

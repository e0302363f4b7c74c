import { describe, expect, test } from 'vitest';
import { getLanguage, languages } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { getLanguageSupport, getSpeaker } from './speaking-voices.ts';

const men = ['ash', 'echo', 'fable', 'onyx'];
const women = ['coral', 'nova', 'sage', 'shimmer'];
const premium = voiceCatalogue.filter(({ plan }) => plan === 'premium');

describe('a premium voice is spoken', () => {
  test.each(premium)('by a man or a woman of OpenAI as it should be: $name', ({ name, tags }) => {
    const speaker = getSpeaker(name, { isOpenAi: true });
    expect(tags.includes('female') ? women : men).toContain(speaker);
  });

  test('by all of OpenAI’s men and women', () => {
    const speakers = premium.map(({ name }) => getSpeaker(name, { isOpenAi: true }));
    expect([...new Set(speakers)].sort()).toEqual([...men, ...women].sort());
  });

  test('by the six voices that every compatible server knows', () => {
    const firstSix = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];
    for (const { name, tags } of voiceCatalogue) {
      const speaker = getSpeaker(name, { isOpenAi: false });
      expect(firstSix).toContain(speaker);
      if (tags.includes('female')) expect(women).toContain(speaker);
      if (tags.includes('male')) expect(men).toContain(speaker);
    }
  });
});

test('all our languages are listed for the models that are known, but for those named here', () => {
  const unlisted = languages.filter(language => getLanguageSupport('tts-1', language).kind !== 'spoken');
  expect(unlisted.map(language => language.name)).toEqual([]);
});

test('a model is known by its name, whoever passes it on', () => {
  const english = getLanguage('English');
  for (const model of ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'openai/tts-1'])
    expect(getLanguageSupport(model, english)).toEqual({ kind: 'spoken' });
  for (const model of ['kokoro', 'tts-1-mini', 'tts-1/kokoro', ''])
    expect(getLanguageSupport(model, english)).toEqual({ kind: 'unknown' });
});

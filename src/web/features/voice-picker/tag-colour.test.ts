import { expect, test } from 'vitest';
import { voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import { getTagHue } from './tag-colour.ts';

test('tags of different kinds never share a colour', () => {
  const families = Object.values(voiceTagVocabulary).map(tags => new Set(tags.map(getTagHue)));
  const all = families.flatMap(hues => [...hues]);
  expect(new Set(all).size).toBe(all.length);
});

test('neighbours in a kind can be told apart', () => {
  for (const tags of Object.values(voiceTagVocabulary))
    for (const [index, tag] of tags.entries()) {
      const next = tags[index + 1];
      if (next) expect(getTagHue(next), next).not.toBe(getTagHue(tag));
    }
});

import { describe, expect, test } from 'vitest';
import { type VoiceTagKind, voiceCatalogue, voiceTagVocabulary } from './voice-catalogue.ts';
import { allVoices, premiumVoices, standardVoices } from './voices.ts';

const kinds = Object.keys(voiceTagVocabulary) as VoiceTagKind[];

describe('the catalogue of voices', () => {
  test('has the five standard voices and the 41 of the premium plan, each once', () => {
    expect([standardVoices.length, premiumVoices.length]).toEqual([5, 41]);
    expect(voiceCatalogue.map(({ name }) => name)).toEqual(allVoices);
    expect(new Set(allVoices.map(name => name.toLowerCase())).size).toBe(46);
    expect(voiceCatalogue.filter(({ plan }) => plan === 'premium').map(({ name }) => name)).toEqual(
      premiumVoices,
    );
  });

  test('describes every premium voice by accent, age, gender, mood and use', () => {
    for (const { plan, tags } of voiceCatalogue) {
      expect(new Set(tags).size).toBe(tags.length);
      expect(tags.length).toBeGreaterThan(0);
      const known = kinds.filter(kind => tags.some(tag => isOf(kind, tag)));
      if (plan === 'premium') expect(known).toEqual(['accent', 'age', 'gender', 'mood', 'use']);
    }
  });

  test('uses a fixed vocabulary, each word of one kind', () => {
    const words: string[] = kinds.flatMap(kind => [...voiceTagVocabulary[kind]]);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^[a-z]+(-[a-z]+)*$/u);
    const used = new Set<string>(voiceCatalogue.flatMap(({ tags }) => tags));
    expect([...used].filter(tag => !words.includes(tag))).toEqual([]);
    expect(words.filter(word => !used.has(word))).toEqual([]);
  });
});

function isOf(kind: VoiceTagKind, tag: string): boolean {
  return voiceTagVocabulary[kind].some(word => word === tag);
}

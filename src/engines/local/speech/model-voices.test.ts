import { describe, expect, it } from 'vitest';
import { getLanguage } from '#shared/languages.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import type { LocalModel } from '../models/catalogue.ts';
import type { InstalledModel } from '../models/installed-models.ts';
import { chooseVoice, composeConfig, listOwnVoices, requireOwnVoice } from './model-voices.ts';

function install(kind: string, languages: LocalModel['languages'], roles: readonly string[]): InstalledModel {
  const licence = { name: 'MIT', url: 'https://example.org', asksConsent: false };
  const model: LocalModel = {
    name: kind,
    title: `The ${kind}`,
    step: 'speak',
    kind,
    languages,
    memoryMb: 100,
    licence,
    files: [],
  };
  return { model, files: Object.fromEntries(roles.map(role => [role, `/models/${kind}/${role}`])) };
}

const supertonicRoles = [
  'duration-predictor',
  'text-encoder',
  'vector-estimator',
  'vocoder',
  'settings',
  'unicode-indexer',
  'voices',
];
const supertonic = install('supertonic', ['English', 'German'], supertonicRoles);
const kokoro = install(
  'kokoro',
  ['English', 'French', 'Chinese'],
  ['model', 'voices', 'tokens', 'lexicon', 'lexicon-zh'],
);
const english = getLanguage('English');

describe('the voices of Supertonic', () => {
  it('are told apart by sex and manner: all ten stand for some of the 46', () => {
    const names = new Set(allVoices.map(voice => chooseVoice(supertonic, voice, english).name));
    expect(names).toHaveLength(10);
    expect(new Set(standardVoices.map(voice => chooseVoice(supertonic, voice, english).name))).toHaveLength(
      5,
    );
    expect(chooseVoice(supertonic, 'onyx', english)).toMatchObject({ name: 'M2', speaker: 6, speed: 1 });
    expect(chooseVoice(supertonic, 'shimmer', english)).toMatchObject({ name: 'F5', speaker: 4 });
  });

  it('speak the language that they are asked for', () => {
    expect(chooseVoice(supertonic, 'nova', getLanguage('German')).extra).toMatchObject({ lang: 'de' });
  });

  it('find each of their files', () => {
    expect(Object.values(JSON.parse(JSON.stringify(composeConfig(supertonic, ''))).model.supertonic)).toEqual(
      supertonicRoles.map(role => `/models/supertonic/${role}`),
    );
  });
});

describe('the voices of Kokoro', () => {
  it('have the accent of their names, and a number in the file of voices', () => {
    expect(chooseVoice(kokoro, 'fable', english)).toMatchObject({
      name: 'bm_fable',
      speaker: 25,
      extra: { lang: 'en-gb' },
    });
    expect(chooseVoice(kokoro, 'alloy', english)).toMatchObject({
      name: 'af_heart',
      speaker: 3,
      extra: { lang: 'en-us' },
    });
  });

  it('are those of the language, and names that share one differ in speed', () => {
    const french = allVoices.map(voice => chooseVoice(kokoro, voice, getLanguage('French')));
    expect(new Set(french.map(({ name }) => name))).toEqual(new Set(['ff_siwis']));
    expect(new Set(french.map(({ speed }) => speed)).size).toBeGreaterThan(1);
  });

  it('get both lexicons', () => {
    expect(composeConfig(kokoro, '/data')).toMatchObject({
      model: { kokoro: { lexicon: '/models/kokoro/lexicon,/models/kokoro/lexicon-zh', dataDir: '/data' } },
    });
  });
});

describe('own voices of all models', () => {
  const installed = [supertonic, kokoro, install('piper', ['Catalan'], ['model', 'tokens'])];

  it('are listed with their languages and sex', () => {
    const voices = listOwnVoices(installed);
    const find = (id: string) => voices.find(voice => voice.id === id);
    expect(find('supertonic:F3')).toMatchObject({
      name: 'F3',
      languages: ['English', 'German'],
      sex: 'female',
    });
    expect(find('kokoro:bm_george')).toMatchObject({
      languages: ['English'],
      sex: 'male',
      tags: ['british'],
    });
    expect(find('kokoro:if_sara')).toBeUndefined();
    expect(find('piper:The piper')).toMatchObject({ languages: ['Catalan'] });
  });

  it('are spoken by their ids, at their normal speed', () => {
    expect(requireOwnVoice(installed, 'kokoro:ff_siwis', english)).toMatchObject({
      installed: kokoro,
      chosen: { name: 'ff_siwis', speed: 1, extra: { lang: 'fr-fr' } },
    });
    expect(() => requireOwnVoice(installed, 'kokoro:nobody', english)).toThrow(
      expect.objectContaining({ code: 'voice_gone' }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import {
  describeLanguageWarning,
  getLanguageSupport,
  labelLanguage,
  markLanguage,
} from './language-support.ts';

const engine: EngineOfVoices = {
  id: 'someone',
  name: 'ElevenLabs',
  isOffline: false,
  hasPremiumVoices: true,
  languages: ['English', 'French'],
  borrowedVoices: [{ language: 'Galician', spokenAs: 'Spanish' }],
};

describe('a language and the voices', () => {
  test('that speak it fit, and nothing is marked', () => {
    expect(getLanguageSupport(engine, 'French')).toEqual({ kind: 'spoken' });
    expect(labelLanguage(engine, 'French')).toBe('French');
    expect(markLanguage(engine, 'French')).toBeUndefined();
    expect(describeLanguageWarning(engine, 'French')).toBeUndefined();
  });

  test('that borrow it say from whom', () => {
    expect(getLanguageSupport(engine, 'Galician')).toEqual({ kind: 'borrowed', spokenAs: 'Spanish' });
    expect(labelLanguage(engine, 'Galician')).toBe('Galician — spoken with the Spanish voice');
    expect(describeLanguageWarning(engine, 'Galician')).toContain('the voice for Spanish');
  });

  test('whose provider does not list it say so', () => {
    expect(getLanguageSupport(engine, 'Welsh')).toEqual({ kind: 'unlisted' });
    expect(labelLanguage(engine, 'Welsh')).toBe('Welsh — not listed by ElevenLabs');
    expect(describeLanguageWarning(engine, 'Welsh')).toMatch(/^ElevenLabs does not list Welsh/);
  });

  test('whose provider lists no language at all are not marked one by one, but it is said', () => {
    const silent: EngineOfVoices = { ...engine, name: 'a local server', languages: [], borrowedVoices: [] };
    expect(labelLanguage(silent, 'Welsh')).toBe('Welsh');
    expect(markLanguage(silent, 'Welsh')).toBeUndefined();
    expect(describeLanguageWarning(silent, 'Welsh')).toMatch(/^A local server does not say which languages/);
  });

  test('stand unmarked until the server has said who speaks', () => {
    expect(labelLanguage(undefined, 'Welsh')).toBe('Welsh');
  });
});

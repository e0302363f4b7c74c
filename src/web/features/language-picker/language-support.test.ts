import { describe, expect, test } from 'vitest';
import { languageNames } from '#shared/languages.ts';
import { findSpeaker, getLanguageSupport, type Speaker } from '../voice-samples/speakers.ts';
import { describeLanguageWarning, markLanguage } from './language-support.ts';

const parrot: Speaker = {
  id: 'parrot',
  name: 'Parrot',
  isOffline: false,
  isStandIn: false,
  hasPremiumVoices: true,
  differentVoices: 41,
  unsharedVoices: 41,
  ownVoices: [],
  languages: ['English', 'French'],
  borrowedVoices: [],
};
const silent: Speaker = { ...parrot, id: 'silent', name: 'a local server', languages: [] };
const offline: Speaker = {
  ...parrot,
  id: 'offline',
  name: 'the offline engine',
  isOffline: true,
  languages: languageNames.filter(name => name !== 'Galician'),
  borrowedVoices: [{ language: 'Galician', spokenAs: 'Spanish' }],
};

describe('a language and the voices', () => {
  test('that speak it fit, and nothing is marked', () => {
    expect(getLanguageSupport(parrot, 'French')).toEqual({ kind: 'spoken' });
    expect(markLanguage([parrot, offline], 'French')).toBeUndefined();
    expect(describeLanguageWarning([parrot, offline], 'French')).toBeUndefined();
  });

  test('that borrow it say from whom', () => {
    expect(markLanguage([offline], 'Galician')).toBe('spoken with the Spanish voice');
    expect(describeLanguageWarning([offline], 'Galician')).toContain('the voice for Spanish');
  });

  test('whose provider does not list it, with nobody behind it, say so', () => {
    expect(markLanguage([parrot], 'Welsh')).toBe('not listed by Parrot');
    expect(describeLanguageWarning([parrot], 'Welsh')).toMatch(
      /^Parrot does not list Welsh .* may sound foreign/,
    );
  });

  test('whose provider lists no language at all are not marked one by one, but it is said', () => {
    expect(markLanguage([silent, offline], 'Welsh')).toBeUndefined();
    expect(describeLanguageWarning([silent, offline], 'Welsh')).toMatch(
      /^A local server does not say which languages/,
    );
  });
});

describe('a language that the first choice does not list', () => {
  test('is spoken by the next that does, and the page says so beforehand', () => {
    expect(findSpeaker([parrot, offline], 'Welsh')).toBe(offline);
    expect(markLanguage([parrot, offline], 'Welsh')).toBe('spoken by an offline voice');
    expect(describeLanguageWarning([parrot, offline], 'Welsh')).toBe(
      'Parrot does not list Welsh among the languages of its voices, so it is spoken by an offline voice.',
    );
    const macaw = { ...parrot, id: 'macaw', name: 'Macaw', languages: ['Welsh' as const] };
    expect(markLanguage([parrot, macaw, offline], 'Welsh')).toBe('spoken by Macaw');
  });

  test('is told apart from a first choice of the same name', () => {
    const other = { ...parrot, id: 'other', languages: ['Welsh' as const] };
    expect(describeLanguageWarning([parrot, other, offline], 'Welsh')).toBe(
      'Parrot does not list Welsh among the languages of its voices, so it is spoken by another server.',
    );
  });

  test('says, too, when the next one borrows a voice for it', () => {
    expect(markLanguage([parrot, offline], 'Galician')).toBe('spoken by an offline voice for Spanish');
    expect(describeLanguageWarning([parrot, offline], 'Galician')).toMatch(
      /by an offline voice for Spanish\.$/,
    );
  });

  test('goes to one who lists none, and it is said that nobody knows', () => {
    expect(findSpeaker([parrot, silent, offline], 'Welsh')).toBe(silent);
    expect(describeLanguageWarning([parrot, silent, offline], 'Welsh')).toMatch(
      /so it is spoken by a local server, which does not say which languages its voices speak\. Listen to a preview first\.$/,
    );
  });

  test('stays with the first where all the others do not list it either', () => {
    const other = { ...parrot, id: 'other' };
    expect(findSpeaker([parrot, other], 'Welsh')).toBe(parrot);
  });
});

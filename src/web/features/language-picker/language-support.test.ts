import { describe, expect, test } from 'vitest';
import { languageNames } from '#shared/languages.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import { findSpeaker, getLanguageSupport, type Speaker } from '../voice-samples/speakers.ts';
import { searchLanguages } from './language-popup.tsx';
import { describeLanguageWarning, markLanguage } from './language-support.tsx';

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

const offlineVoice = 'an offline voice';
const byOther = (speaker: string) =>
  t(languageMessages.spokenByOther, { language: 'Welsh', provider: 'Parrot', speaker });

describe('a language', () => {
  test('that the voices speak has no note', () => {
    expect(getLanguageSupport(parrot, 'French')).toEqual({ kind: 'spoken' });
    expect(markLanguage([parrot, offline], 'French')).toBeUndefined();
    expect(describeLanguageWarning([parrot, offline], 'French')).toBeUndefined();
  });

  test('that is spoken by another language’s voice says which', () => {
    const borrowed = { language: 'Galician', spokenAs: 'Spanish' };
    expect(markLanguage([offline], 'Galician')).toBe(t(languageListMessages.spokenWith, borrowed));
    expect(describeLanguageWarning([offline], 'Galician')).toBe(t(languageMessages.noOwnVoice, borrowed));
  });

  test('that no provider lists says so', () => {
    const unlisted = { language: 'Welsh', provider: 'Parrot' };
    expect(markLanguage([parrot], 'Welsh')).toBe(t(languageListMessages.notListed, unlisted));
    expect(describeLanguageWarning([parrot], 'Welsh')).toBe(t(languageMessages.notListed, unlisted));
  });

  test('of a provider without any list has no note, but there is a warning', () => {
    expect(markLanguage([silent, offline], 'Welsh')).toBeUndefined();
    expect(describeLanguageWarning([silent, offline], 'Welsh')).toBe(
      t(languageMessages.unknown, { speaker: 'a local server' }),
    );
  });
});

describe('a language that the first provider does not list', () => {
  test('is spoken by the next one that does, and the page says so beforehand', () => {
    expect(findSpeaker([parrot, offline], 'Welsh')).toBe(offline);
    expect(markLanguage([parrot, offline], 'Welsh')).toBe(
      t(languageListMessages.spokenBy, { speaker: offlineVoice }),
    );
    expect(describeLanguageWarning([parrot, offline], 'Welsh')).toBe(byOther(offlineVoice));
    const macaw = { ...parrot, id: 'macaw', name: 'Macaw', languages: ['Welsh' as const] };
    expect(markLanguage([parrot, macaw, offline], 'Welsh')).toBe(
      t(languageListMessages.spokenBy, { speaker: 'Macaw' }),
    );
  });

  test('is spoken by another server if both have the same name', () => {
    const other = { ...parrot, id: 'other', languages: ['Welsh' as const] };
    expect(describeLanguageWarning([parrot, other, offline], 'Welsh')).toBe(
      byOther(t(languageMessages.anotherServer)),
    );
  });

  test('also says if the next one uses another language’s voice', () => {
    const borrowed = { language: 'Galician', spokenAs: 'Spanish' };
    expect(markLanguage([parrot, offline], 'Galician')).toBe(
      t(languageListMessages.spokenByOffline, borrowed),
    );
    expect(describeLanguageWarning([parrot, offline], 'Galician')).toContain(
      t(languageMessages.noOwnVoice, borrowed),
    );
  });

  test('is spoken by a provider without a list, with a warning', () => {
    expect(findSpeaker([parrot, silent, offline], 'Welsh')).toBe(silent);
    const speaker = 'a local server';
    expect(describeLanguageWarning([parrot, silent, offline], 'Welsh')).toBe(
      `${byOther(speaker)} ${t(languageMessages.unknown, { speaker })}`,
    );
  });

  test('stays with the first if no other lists it either', () => {
    const other = { ...parrot, id: 'other' };
    expect(findSpeaker([parrot, other], 'Welsh')).toBe(parrot);
  });
});

describe('a language, in a search,', () => {
  test.each([
    ['日本', ['Japanese']],
    ['jap', ['Japanese']],
    ['ja', ['Japanese']],
    ['espanol', ['Spanish']],
    ['ESPAÑOL', ['Spanish']],
    ['maori', ['Maori']],
    ['viet', ['Vietnamese']],
    ['ελλ', ['Greek']],
    ['bahasa', ['Indonesian', 'Malay']],
    ['nobody', []],
  ])('is found by “%s”', (query, found) => {
    expect(searchLanguages(languageNames, query)).toEqual(found);
  });

  test('whose code was typed comes before those whose names start with it', () => {
    expect(searchLanguages(languageNames, 'is')[0]).toBe('Icelandic');
    expect(searchLanguages(languageNames, 'sl').slice(0, 3)).toEqual(['Slovenian', 'Slovak']);
    expect(searchLanguages(languageNames, '  ')).toEqual(languageNames);
  });
});

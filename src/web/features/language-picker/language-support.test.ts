import { describe, expect, test } from 'vitest';
import { languageNames } from '#shared/languages.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import { findSpeaker, getLanguageSupport, type Speaker } from '../voice-samples/speakers.ts';
import { describeLanguageWarning } from './language-support.ts';
import { markLanguage } from './mark-language.ts';

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

describe('a language and the voices', () => {
  test('that speak it fit, and nothing is marked', () => {
    expect(getLanguageSupport(parrot, 'French')).toEqual({ kind: 'spoken' });
    expect(markLanguage([parrot, offline], 'French')).toBeUndefined();
    expect(describeLanguageWarning([parrot, offline], 'French')).toBeUndefined();
  });

  test('that borrow it say from whom', () => {
    const borrowed = { language: 'Galician', spokenAs: 'Spanish' };
    expect(markLanguage([offline], 'Galician')).toBe(t(languageListMessages.spokenWith, borrowed));
    expect(describeLanguageWarning([offline], 'Galician')).toBe(t(languageMessages.noOwnVoice, borrowed));
  });

  test('whose provider does not list it, with no other, say so', () => {
    const unlisted = { language: 'Welsh', provider: 'Parrot' };
    expect(markLanguage([parrot], 'Welsh')).toBe(t(languageListMessages.notListed, unlisted));
    expect(describeLanguageWarning([parrot], 'Welsh')).toBe(t(languageMessages.notListed, unlisted));
  });

  test('whose provider lists no language at all are not marked one by one, but there is a warning', () => {
    expect(markLanguage([silent, offline], 'Welsh')).toBeUndefined();
    expect(describeLanguageWarning([silent, offline], 'Welsh')).toBe(
      t(languageMessages.unknown, { speaker: 'a local server' }),
    );
  });
});

describe('a language that the first choice does not list', () => {
  test('is spoken by the next that does, and the page says so beforehand', () => {
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

  test('is spoken by another server where both have the same name', () => {
    const other = { ...parrot, id: 'other', languages: ['Welsh' as const] };
    expect(describeLanguageWarning([parrot, other, offline], 'Welsh')).toBe(
      byOther(t(languageMessages.anotherServer)),
    );
  });

  test('says, too, when the next one borrows a voice for it', () => {
    const borrowed = { language: 'Galician', spokenAs: 'Spanish' };
    expect(markLanguage([parrot, offline], 'Galician')).toBe(
      t(languageListMessages.spokenByOffline, borrowed),
    );
    expect(describeLanguageWarning([parrot, offline], 'Galician')).toContain(
      t(languageMessages.noOwnVoice, borrowed),
    );
  });

  test('goes to one who lists none, with a warning', () => {
    expect(findSpeaker([parrot, silent, offline], 'Welsh')).toBe(silent);
    const speaker = 'a local server';
    expect(describeLanguageWarning([parrot, silent, offline], 'Welsh')).toBe(
      `${byOther(speaker)} ${t(languageMessages.unknown, { speaker })}`,
    );
  });

  test('stays with the first where all the others do not list it either', () => {
    const other = { ...parrot, id: 'other' };
    expect(findSpeaker([parrot, other], 'Welsh')).toBe(parrot);
  });
});

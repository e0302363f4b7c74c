import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { languageNames } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { planMessages } from '#shared/messages/plans.ts';
import type { Speaker } from '../voice-samples/speakers.ts';
import { PremiumEngine } from './plans-page.tsx';

const provider: Speaker = {
  id: 'openai',
  name: 'OpenAI',
  isOffline: false,
  hasPremiumVoices: false,
  differentVoices: 4,
  unsharedVoices: 4,
  ownVoices: [],
  languages: ['English', 'French'],
  borrowedVoices: [],
  isStandIn: false,
};

test.each<[string, Partial<Speaker>, readonly string[]]>([
  ['an offline engine', { isOffline: true }, [t(planMessages.spokenOffline)]],
  [
    'a provider that has the voices',
    { name: 'ElevenLabs', hasPremiumVoices: true },
    [t(planMessages.spokenByOwnIn, { provider: 'ElevenLabs', count: 2 })],
  ],
  [
    'one that does not say in which languages',
    { hasPremiumVoices: true, languages: [] },
    [t(planMessages.spokenByOwn, { provider: 'OpenAI' })],
  ],
  [
    'a provider that has other voices',
    {},
    [t(planMessages.spokenByFew, { provider: 'OpenAI', count: 4 }), t(planMessages.noneShared)],
  ],
  [
    'a provider that shares most of them with the standard plan',
    { differentVoices: 6, unsharedVoices: 1 },
    [t(planMessages.spokenByFew, { provider: 'OpenAI', count: 6 }), t(planMessages.someShared, { count: 1 })],
  ],
  [
    'a server with a single voice',
    { differentVoices: 1, unsharedVoices: 0 },
    [t(planMessages.spokenByFew, { provider: 'OpenAI', count: 1 }), t(planMessages.allShared)],
  ],
  [
    'a provider with a voice for each name',
    { differentVoices: 41, unsharedVoices: 41 },
    [t(planMessages.spokenByEnough, { provider: 'OpenAI' })],
  ],
])('the plans page describes the premium voices of %s', (_, changes, sentences) => {
  const page = renderToStaticMarkup(<PremiumEngine speakers={[{ ...provider, ...changes }]} />);
  const found = [...page.matchAll(/<p>(.*?)<\/p>/gu)].map(([, text]) => text);
  expect(found.slice(0, sentences.length)).toEqual(sentences);
});

test('the plans page lists the speakers of further languages', () => {
  const other: Speaker = { ...provider, id: 'other', name: 'Parrot', languages: ['French', 'German'] };
  const offline: Speaker = {
    ...provider,
    id: 'offline',
    name: 'the offline engine',
    isOffline: true,
    languages: languageNames,
  };
  const page = renderToStaticMarkup(<PremiumEngine speakers={[provider, other, offline]} />);
  const names = 'Parrot, the offline engine';
  expect(page).toContain(t(planMessages.otherLanguages, { count: 55, total: 57, names }));
  const silent = { ...provider, languages: [] };
  expect(renderToStaticMarkup(<PremiumEngine speakers={[silent, offline]} />)).not.toContain(offline.name);
});

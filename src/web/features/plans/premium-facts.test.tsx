import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { languageNames } from '#shared/languages.ts';
import type { Speaker } from '../voice-samples/speakers.ts';
import { PremiumEngine } from './premium-facts.tsx';

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

test.each<[string, Partial<Speaker>, string]>([
  [
    'an engine of this machine',
    { name: 'the offline engine', isOffline: true },
    'On this server no provider of voices is connected: an offline engine speaks in their place, with a voice of its own for each. They differ in pitch and tone, but they sound like a machine, as the standard voices do.',
  ],
  [
    'a provider that has the voices',
    { name: 'ElevenLabs', hasPremiumVoices: true },
    'ElevenLabs speaks them, with the voices that bear these names there, in 2 languages. The list of voices marks what does not fit your language.',
  ],
  [
    'a provider that has other voices',
    {},
    'On this server OpenAI speaks in their place, with four different voices, none of which speaks a standard one. Each name is given the one that comes nearest, so that several sound alike.',
  ],
  [
    'a provider that has too few other voices',
    { differentVoices: 6, unsharedVoices: 1 },
    'On this server OpenAI speaks in their place, with six different voices, one of which speaks no standard one. Each name is given the one that comes nearest, so that several sound alike.',
  ],
  [
    'a server with a single voice',
    { name: 'our own AI server', differentVoices: 1, unsharedVoices: 0 },
    'On this server our own AI server speaks in their place, with a single voice, which speaks the standard ones, too.',
  ],
  [
    'a provider with a voice for each name',
    { differentVoices: 41, unsharedVoices: 41 },
    'On this server OpenAI speaks in their place, with a voice of its own for each.',
  ],
  [
    'a server of our own that has the voices',
    { name: 'our own AI server', hasPremiumVoices: true },
    'Our own AI server speaks them, with the voices that bear these names there, in 2 languages. The list of voices marks what does not fit your language.',
  ],
])('the page of plans says of %s how the premium voices are spoken', (_, changes, sentence) => {
  expect(renderToStaticMarkup(<PremiumEngine speakers={[{ ...provider, ...changes }]} />)).toContain(
    `<p>${sentence}</p>`,
  );
});

test('and who speaks the languages that they do not list', () => {
  const other: Speaker = { ...provider, id: 'other', name: 'Parrot', languages: ['French', 'German'] };
  const offline: Speaker = {
    ...provider,
    id: 'offline',
    name: 'the offline engine',
    isOffline: true,
    languages: languageNames,
  };
  const page = renderToStaticMarkup(<PremiumEngine speakers={[provider, other, offline]} />);
  expect(page).toContain(
    'For 55 of the 57 languages, which it does not list, Parrot and an offline voice speak.</p>',
  );
  const silent = { ...provider, languages: [] };
  expect(renderToStaticMarkup(<PremiumEngine speakers={[silent, offline]} />)).not.toContain('does not list');
});

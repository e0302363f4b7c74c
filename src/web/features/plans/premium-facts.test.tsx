import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import { PremiumEngine } from './premium-facts.tsx';

const provider: EngineOfVoices = {
  id: 'someone',
  name: 'OpenAI',
  isOffline: false,
  hasPremiumVoices: false,
  languages: ['English', 'French'],
  borrowedVoices: [],
};

test.each<[string, Partial<EngineOfVoices>, string]>([
  [
    'an engine of this machine',
    { name: 'offline', isOffline: true },
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
    'On this server OpenAI speaks in their place. Each of them is given the one of its voices that comes nearest, so that several sound alike.',
  ],
  [
    'a server of our own that has the voices',
    { name: 'our own AI server', hasPremiumVoices: true },
    'Our own AI server speaks them, with the voices that bear these names there, in 2 languages. The list of voices marks what does not fit your language.',
  ],
])('the page of plans says of %s how the premium voices are spoken', (_, changes, sentence) => {
  expect(renderToStaticMarkup(<PremiumEngine engine={{ ...provider, ...changes }} />)).toContain(
    `<p>${sentence}</p>`,
  );
});

import { expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { listSpeakers } from './voice-routes.ts';

function createEngine(engine: Pick<SpeechEngine, 'getSpeaker'>, isOffline = false): SpeechEngine {
  return {
    provider: { name: 'Parrot', isOffline },
    model: undefined,
    identity: 'parrot',
    hasPremiumVoices: false,
    maxCharacters: 1000,
    getLanguageSupport: ({ name }) => ({
      kind: ['English', 'French', 'Welsh'].includes(name) ? 'spoken' : 'unlisted',
    }),
    speak: () => Promise.reject(new CodedError('internal')),
    ...engine,
  };
}

test('a voice with another name at its provider is listed with it', () => {
  const engine = createEngine({ getSpeaker: voice => (voice === 'nova' ? 'marin' : voice) });
  expect(listSpeakers(engine, ['alloy', 'nova'])).toEqual([
    { languages: ['English', 'French', 'Welsh'], names: { nova: 'marin' } },
  ]);
  expect(listSpeakers(engine, ['alloy'])).toEqual([]);
});

test('voices that differ by language are listed by language', () => {
  const engine = createEngine({ getSpeaker: (_, language) => (language?.code === 'fr' ? 'siwis' : 'heart') });
  expect(listSpeakers(engine, ['nova'])).toEqual([
    { languages: ['English', 'Welsh'], names: { nova: 'heart' } },
    { languages: ['French'], names: { nova: 'siwis' } },
  ]);
});

test('offline voices have no other names', () => {
  expect(listSpeakers(createEngine({ getSpeaker: () => 'en-us' }, true), ['nova'])).toEqual([]);
});

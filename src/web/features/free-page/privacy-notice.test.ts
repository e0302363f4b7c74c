import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { recipientMessages as messages } from '#shared/messages/recipients.ts';
import type { Speaker } from '../voice-samples/speakers.ts';
import { describeRecipients } from './privacy-notice.tsx';

const well = {
  isSubstitute: false,
  isImpaired: false,
  canExpand: true,
  canRewriteLines: true,
  canTranslate: true,
};
const offline = { ...well, name: 'the offline engine', isOffline: true };
const parrot = { ...well, name: 'Parrot', isOffline: false };
const macaw = { ...well, name: 'our own AI server', isOffline: false };

function voice(engine: typeof parrot): Speaker {
  const facts = {
    isStandIn: false,
    hasPremiumVoices: false,
    differentVoices: 5,
    unsharedVoices: 5,
    ownVoices: [],
    languages: [],
    borrowedVoices: [],
  };
  return { ...engine, ...facts, id: engine.name };
}

function describe(
  vision: typeof parrot,
  script: typeof parrot,
  [first = offline, ...others]: (typeof parrot)[],
) {
  return describeRecipients({ engines: { vision, script, speech: first } }, [
    voice(first),
    ...others.map(voice),
  ]);
}

const visionGets = (name: string) => t(messages.visionGets, { name });
const scriptGets = (name: string) => t(messages.scriptGets, { name });
const speechGets = (name: string) => t(messages.speechGets, { name });

test('without a provider nothing is sent on', () => {
  expect(describe(offline, offline, [offline])).toBe(t(messages.noProvider));
});

test('nothing is sent on to an AI on this server', () => {
  const local = { ...well, name: 'the AI on this server', isOffline: false, isLocal: true };
  expect(describe(local, local, [offline])).toBe(t(messages.noProvider));
});

test('each provider is named with the data for its steps', () => {
  expect(describe(macaw, parrot, [parrot, offline])).toBe(
    [visionGets(macaw.name), scriptGets('Parrot'), speechGets('Parrot')].join(' '),
  );
  expect(describe(offline, offline, [parrot, offline])).toBe(speechGets('Parrot'));
});

test('who transcribes is named if the sound leaves this server', () => {
  const engines = { vision: offline, script: offline, speech: offline };
  const hearing = { name: 'Parrot', mode: 'ask', maxSeconds: 600 } as const;
  const describeWith = (transcription: typeof hearing & { isLocal?: boolean }) =>
    describeRecipients({ engines, transcription }, [voice(offline)]);
  expect(describeWith(hearing)).toBe(t(messages.transcriptionGets, { name: 'Parrot' }));
  expect(describeWith({ ...hearing, isLocal: true })).toBe(t(messages.noProvider));
});

test('other speech providers are named, the offline voice is not', () => {
  expect(describe(parrot, parrot, [macaw, parrot, offline])).toContain(
    t(messages.mayGetLanguages, { names: 'Parrot', name: macaw.name }),
  );
  expect(describe(offline, offline, [offline, parrot])).toBe(t(messages.mayGet, { names: 'Parrot' }));
});

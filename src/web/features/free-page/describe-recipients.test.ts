import { expect, test } from 'vitest';
import type { Speaker } from '../voice-samples/speakers.ts';
import { describeRecipients } from './describe-recipients.ts';

const well = { isSubstitute: false, isImpaired: false, canExpand: true };
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
  return describeRecipients({ vision, script, speech: first }, [voice(first), ...others.map(voice)]);
}

test('where nobody gets anything, that is said', () => {
  expect(describe(offline, offline, [offline])).toBe(
    'No AI provider is connected: nothing is passed on to anybody else.',
  );
});

test('one provider gets everything, or only what its steps need', () => {
  expect(describe(parrot, parrot, [parrot, offline])).toBe(
    'The pictures, your prompt and the script are passed on to Parrot, the AI provider in use.',
  );
  expect(describe(offline, offline, [parrot, offline])).toBe(
    'The script is passed on to Parrot, the AI provider in use.',
  );
});

test('several providers are named each with what it gets', () => {
  expect(describe(macaw, parrot, [parrot, offline])).toBe(
    'The pictures and your prompt are passed on to our own AI server; your prompt, what was seen in the pictures and the script to Parrot.',
  );
});

test('who may speak instead is named, too, the offline voice is not', () => {
  expect(describe(parrot, parrot, [macaw, parrot, offline])).toBe(
    'The pictures, your prompt and the script when you want it shorter or longer are passed on to Parrot; the script to our own AI server. Parrot may get the script, too: in a language that our own AI server does not list, or when you ask for it after a failure.',
  );
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { describeForLog } from '#server/http/log.ts';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { catchError } from '../support/provider-faults.ts';
import { createTestRealtime, speakSeconds } from '../support/realtime-calls.ts';
import type { TurnBehaviour } from '../support/realtime-session.ts';
import { type RealtimeStandIn, startRealtimeStandIn } from '../support/realtime-stand-in.ts';
import { trustCertificate } from '../support/trust-certificate.ts';

let standIn: RealtimeStandIn;
let speech: SpeechEngine;

beforeAll(async () => {
  standIn = await startRealtimeStandIn();
  trustCertificate(standIn.certificate);
});
beforeEach(() => {
  standIn.reset();
  speech = createTestRealtime(standIn);
});
afterAll(() => standIn.close());

const text = 'A dog waits in the warm sun.';
const secondsPerCharacter = 0.06;
/** Mid-script, where each reading is verified before it is passed on. */
const inTheMiddle = { text, previousText: 'Once upon a time.' };
const atTheBeginning = { text };

function saying(words: string): TurnBehaviour {
  return turn => turn.speak(words);
}

/** A short sentence before the text, as thinking models may speak it. */
const preamble: TurnBehaviour = async turn => {
  turn.create();
  turn.addItem({ phase: 'commentary' });
  await turn.sendText('Sure, I will read it to you now.');
  turn.endItem();
  turn.addItem();
  await turn.sendText(turn.text);
  turn.end();
};

function countTries(): number {
  return standIn.sessions.flatMap(({ turns }) => turns).length;
}

describe.each([
  ['the beginning of a script', atTheBeginning],
  ['what follows', inTheMiddle],
])('of %s', (_, request) => {
  test('a reading that equals the text is used at once', async () => {
    standIn.respondNext(saying('A dog waits in the warm sun'));
    expect(await speakSeconds(speech, request)).toBeCloseTo(secondsPerCharacter * (text.length - 1), 2);
    expect(countTries()).toBe(1);
  });

  test.each([
    ['an answer', saying('That sounds like a lovely day for a dog, does it not?')],
    ['a translation', saying('Ein Hund wartet in der warmen Sonne.')],
    ['a preamble', preamble],
    ['nothing but a word', saying('Sure.')],
  ])('%s is discarded and read once more', async (_what, behaviour) => {
    standIn.respondNext(behaviour);
    expect(await speakSeconds(speech, request)).toBeCloseTo(secondsPerCharacter * text.length, 2);
    expect(countTries()).toBe(2);
  });

  test('a sentence misread twice is an error that names it, and the log does not', async () => {
    standIn.respondAlways(saying('That sounds like a lovely day for a dog, does it not?'));
    const error = await catchError(speakSeconds(speech, request));
    expect(error).toMatchObject({ code: 'provider_garbage', costsNothing: false });
    expect(error.message).toBe(
      t(engineMessages.readingDiffers, { sentence: 'A dog waits in the warm sun.' }),
    );
    expect(JSON.stringify(describeForLog(error))).not.toContain('A dog waits');
    expect(countTries()).toBe(2);
  });

  test('a spoken refusal is an error, without a retry', async () => {
    standIn.respondAlways(saying("I'm sorry, but I can't assist with that."));
    expect(await catchError(speakSeconds(speech, request))).toMatchObject({ code: 'content_refused' });
  });
});

test('a skipped word is read once more before any sound is sent', async () => {
  standIn.respondNext(saying('A dog waits in the sun.'));
  expect(await speakSeconds(speech, inTheMiddle)).toBeCloseTo(secondsPerCharacter * text.length, 2);
  expect(countTries()).toBe(2);
});

test('a contraction twice is accepted, in a sentence of ten words or more', async () => {
  const long = 'I would say that a dog waits here in the warm sun today.';
  standIn.respondAlways(saying(long.replace('I would', "I'd")));
  expect(await speakSeconds(speech, { ...inTheMiddle, text: long })).toBeGreaterThan(3);
  expect(countTries()).toBe(2);
});

test('a beginning that diverges after it was sent is an error, without a retry', async () => {
  const half = 'A dog waits in the warm ';
  standIn.respondAlways(
    saying(`${half}car, and who would not? Let me tell you of my own dogs and of theirs.`),
  );
  let heard = 0;
  const sound = await speech.speak({
    ...atTheBeginning,
    text: 'A dog waits in the warm sun of the afternoon while the children play on the beach below.',
    voice: 'nova',
    language: getLanguage('English'),
    signal: new AbortController().signal,
  });
  if (sound.format !== 'pcm') throw new TypeError();
  const listening = (async () => {
    for await (const piece of sound.samples) heard += piece.length;
  })();
  expect(await catchError(listening)).toMatchObject({ code: 'provider_garbage' });
  expect(heard).toBeGreaterThan(24_000);
  expect(countTries()).toBe(1);
});

test('only the first sentence of a script is sent before it is verified', async () => {
  const script = `${text} Then it runs, and the red ball is faster.`;
  standIn.respondNext(saying(text), saying('Then it walks.'));
  expect(await speakSeconds(speech, { text: script })).toBeCloseTo(
    secondsPerCharacter * (script.length - 1),
    2,
  );
  const texts = standIn.sessions.flatMap(({ turns }) => turns.map(turn => turn.text));
  expect(texts).toEqual([
    text,
    'Then it runs, and the red ball is faster.',
    'Then it runs, and the red ball is faster.',
  ]);
});

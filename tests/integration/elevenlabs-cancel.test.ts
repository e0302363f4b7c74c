// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { describeDisconnecting, expectCutOff } from '../support/disconnecting-clients.ts';
import { beginSpeaking, createTestSpeech, speakWhole } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { answerHalf, usualTries } from '../support/provider-faults.ts';

let standIn: ElevenLabsStandIn;
let speech: SpeechEngine;

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
});
beforeEach(() => {
  standIn.reset();
  speech = createTestSpeech(standIn.baseUrl, usualTries);
});
afterAll(() => standIn.close());

describeDisconnecting('a client that disconnects', {
  call: 'speech',
  getStandIn: () => standIn,
  work: signal => speakWhole(speech, { signal }),
  busyFor2s: elevenLabsRefusals.systemBusyFor2s,
  before: ['voices'],
});

test('a client that disconnects while others are spoken frees the turn for the next', async () => {
  const holding = new AbortController();
  standIn.next('speech', brokenAnswers.noHeaders, brokenAnswers.noHeaders);
  const held = [1, 2].map(() => speakWhole(speech, { signal: holding.signal }).catch(() => 'left'));
  await expect.poll(() => standIn.maxConcurrent).toBe(2);
  const leaving = new AbortController();
  const left = speakWhole(speech, { signal: leaving.signal });
  const next = speakWhole(speech);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'client_closed' });
  holding.abort();
  expect(await Promise.all(held)).toEqual(['left', 'left']);
  expect(await next).toBeGreaterThan(1000);
  expect(standIn.requests.filter(({ call }) => call === 'speech')).toHaveLength(3);
});

test('a client that stops reading closes the connection and frees the turn', async () => {
  standIn.setAccount({ maxConcurrent: 2 });
  for (let listener = 0; listener < 3; listener += 1) {
    standIn.next('speech', answerHalf);
    for await (const piece of await beginSpeaking(speech)) {
      expect(piece.byteLength).toBeGreaterThan(0);
      break;
    }
    expect(await standIn.requests.at(-1)?.closed).toMatchObject({ early: true });
  }
});

test('a refusal frees the turn', async () => {
  standIn.next('speech', ...Array.from({ length: 3 }, () => elevenLabsRefusals.contentPolicy));
  for (let refused = 0; refused < 3; refused += 1)
    await expect(speakWhole(speech)).rejects.toMatchObject({ code: 'content_refused' });
  expect(await speakWhole(speech)).toBeGreaterThan(1000);
});

test('an endless answer is cut off before it fills the memory', async () => {
  await speakWhole(speech);
  standIn.always('speech', brokenAnswers.endless);
  await expectCutOff(standIn, () => speakWhole(speech));
});

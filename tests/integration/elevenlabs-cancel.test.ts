// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { beginSpeaking, createTestSpeech, speakWhole } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { answerHalf, unfinishedAnswers, usualTries } from '../support/provider-faults.ts';
import { measurePeakBytes } from '../support/provider-memory.ts';

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

describe('a client that disconnects', () => {
  test('before the start costs nothing', async () => {
    const signal = AbortSignal.abort();
    await expect(speakWhole(speech, { signal })).rejects.toMatchObject({ code: 'client_closed' });
    expect(standIn.requests).toHaveLength(0);
  });

  test.each(unfinishedAnswers)('%s closes the connection to the provider', async (_, behaviour) => {
    const leaving = new AbortController();
    standIn.always('speech', behaviour);
    const requested = standIn.waitForRequest('speech');
    const work = speakWhole(speech, { signal: leaving.signal });
    const request = await requested;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(await request.closed).toMatchObject({ early: true });
    expect(standIn.requests.map(each => each.call)).toEqual(['voices', 'speech']);
  });

  test('while waiting for a retry ends the retries', async () => {
    const leaving = new AbortController();
    standIn.always('speech', elevenLabsRefusals.systemBusyFor2s);
    const requested = standIn.waitForRequest('speech');
    const work = speakWhole(speech, { signal: leaving.signal });
    await (await requested).closed;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(standIn.requests.map(each => each.call)).toEqual(['voices', 'speech']);
  });

  test('while others are spoken frees the turn for the next', async () => {
    const holding = new AbortController();
    standIn.next('speech', brokenAnswers.noHeaders, brokenAnswers.noHeaders);
    const held = [1, 2].map(() => speakWhole(speech, { signal: holding.signal }).catch(() => 'left'));
    await expect.poll(() => standIn.mostAtOnce).toBe(2);
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

  test('because the server stops gets that reason', async () => {
    const signal = AbortSignal.abort(new CodedError('unavailable'));
    await expect(speakWhole(speech, { signal })).rejects.toMatchObject({ code: 'unavailable' });
  });
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
  const peakBytes = await measurePeakBytes(() =>
    expect(speakWhole(speech)).rejects.toMatchObject({ code: 'provider_garbage' }),
  );
  expect(peakBytes).toBeLessThan(50 * 2 ** 20);
  const closed = await standIn.requests.at(-1)?.closed;
  expect(closed?.early).toBe(true);
  expect(closed?.sentBytes).toBeLessThan(200 * 2 ** 20);
});

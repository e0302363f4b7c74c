// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { takeMp3 } from '#shared/speech.ts';
import {
  collectUsage,
  composeSpeechRequest,
  createTestRealtime,
  speakSeconds,
} from '../support/realtime-calls.ts';
import { turns } from '../support/realtime-faults.ts';
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

const sentence = 'A dog waits in the warm sun, and the children play on the beach below until it is dark. ';

function waitUntilClosed(): Promise<unknown> {
  return Promise.all(standIn.sessions.map(({ closed }) => closed));
}

describe('the pieces of a script', () => {
  test('share a connection in sequence, which ends with the script', async () => {
    const script = new AbortController();
    for (const previousText of [undefined, 'Before.', 'Before.'])
      await speakSeconds(speech, { previousText, signal: script.signal });
    expect(standIn.sessions).toHaveLength(1);
    expect(standIn.sessions[0]?.isOpen).toBe(true);
    script.abort();
    // Sooner than the idle time-out.
    const waited = new Promise(resolve => setTimeout(() => resolve('still open'), 4000));
    expect(await Promise.race([waitUntilClosed().then(() => 'closed'), waited])).toBe('closed');
  });

  test('spoken in parallel have one each, four at most, and none is left', async () => {
    standIn.setPace(20);
    const script = sentence.repeat(20);
    const { signal } = new AbortController();
    let bytes = 0;
    const request = { script, voice: 'nova', language: 'English' } as const;
    for await (const piece of takeMp3(await convertToVoice(speech, request, signal))) bytes += piece.length;
    expect(bytes).toBeGreaterThan(script.length * 0.06 * 10_000);
    expect(standIn.sessions.length).toBeLessThanOrEqual(4);
    await waitUntilClosed();
  });

  test('do not use the connection of another script', async () => {
    await speakSeconds(speech);
    await speakSeconds(speech);
    expect(standIn.sessions).toHaveLength(2);
  });

  test('without an end close their connection after some seconds', { tags: 'long' }, async () => {
    await speakSeconds(speech);
    await waitUntilClosed();
  });

  test('get a new connection before the old one is an hour old', async () => {
    standIn.greetAlways(session => session.greet(240));
    const { signal } = new AbortController();
    await speakSeconds(speech, { signal });
    await speakSeconds(speech, { signal, previousText: 'Before.' });
    expect(standIn.sessions).toHaveLength(2);
  });

  test('get a new connection when the old one was closed between them', async () => {
    const { signal } = new AbortController();
    await speakSeconds(speech, { signal });
    standIn.sessions[0]?.close(1001, '');
    await standIn.sessions[0]?.closed;
    expect(await speakSeconds(speech, { signal, previousText: 'Before.' })).toBeCloseTo(1.68, 2);
    expect(standIn.sessions).toHaveLength(2);
  });

  test('are about twenty seconds long', async () => {
    const chinese = '一只狗在阳光下等待着孩子们回来。'.repeat(20);
    await speakSeconds(speech, { text: chinese, language: getLanguage('Chinese') });
    await speakSeconds(speech, { text: sentence.repeat(10) });
    const [first, second] = standIn.sessions.map(({ turns: each }) => each.map(({ text }) => text.length));
    expect(Math.max(...(first ?? []))).toBeLessThanOrEqual(100);
    expect(Math.max(...(second ?? []))).toBeLessThanOrEqual(300);
  });
});

test('are requested at most one piece ahead of the reader', async () => {
  const sound = await speech.speak(composeSpeechRequest({ text: sentence.repeat(20) }));
  if (sound.format !== 'pcm') throw new TypeError();
  await new Promise(resolve => setTimeout(resolve, 300));
  // The first sentence lasts about five seconds, which fills the buffer.
  expect(standIn.sessions[0]?.turns.length).toBeLessThanOrEqual(2);
  let samples = 0;
  for await (const piece of sound.samples) samples += piece.length;
  expect(samples / 24_000).toBeGreaterThan(0.05 * sentence.length * 20);
});

describe('a client that disconnects', () => {
  test('before the start costs nothing', async () => {
    await expect(speakSeconds(speech, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'client_closed',
    });
    expect(standIn.sessions).toHaveLength(0);
  });

  test("during the connection's start closes it", async () => {
    const leaving = new AbortController();
    standIn.greetAlways(() => leaving.abort());
    await expect(speakSeconds(speech, { signal: leaving.signal })).rejects.toMatchObject({
      code: 'client_closed',
    });
    await waitUntilClosed();
  });

  test('while the provider thinks cancels that', async () => {
    const leaving = new AbortController();
    standIn.respondAlways(turns.silentAfterBegin);
    const asked = standIn.waitForTurn();
    const work = speakSeconds(speech, { signal: leaving.signal });
    const turn = await asked;
    await new Promise(resolve => setTimeout(resolve, 100));
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    await waitUntilClosed();
    expect(standIn.sessions[0]?.received.at(-1)).toEqual({
      type: 'response.cancel',
      response_id: turn.id,
    });
  });

  test('midway cancels the rest, and what was made is counted by the vendor', async () => {
    standIn.setPace(1000);
    const leaving = new AbortController();
    const { noted, noteUsage } = collectUsage();
    const sound = await speech.speak(composeSpeechRequest({ signal: leaving.signal, noteUsage }));
    if (sound.format !== 'pcm') throw new TypeError();
    leaving.abort();
    await waitUntilClosed();
    expect(standIn.sessions[0]?.received.at(-1)).toMatchObject({ type: 'response.cancel' });
    expect(noted).toMatchObject([{ soundTokensOut: expect.any(Number) }]);
    expect(noted[0]?.soundSeconds).toBeLessThan(1);
  });

  test('because the server stops gets that reason', async () => {
    const signal = AbortSignal.abort(new CodedError('unavailable'));
    await expect(speakSeconds(speech, { signal })).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('while waiting for a retry ends the retries', async () => {
    const patient = createTestRealtime(standIn, { maxRetries: 2 });
    const leaving = new AbortController();
    standIn.respondAlways(turns.rateLimit);
    const asked = standIn.waitForTurn();
    const work = speakSeconds(patient, { signal: leaving.signal });
    await asked;
    await standIn.sessions[0]?.closed;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(standIn.sessions).toHaveLength(1);
  });
});

test('a client that stops reading cancels the rest', async () => {
  standIn.setPace(1000);
  const sound = await speech.speak(composeSpeechRequest());
  if (sound.format !== 'pcm') throw new TypeError();
  for await (const piece of sound.samples) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  await waitUntilClosed();
  expect(standIn.sessions[0]?.received.at(-1)).toMatchObject({ type: 'response.cancel' });
});

test('a closed engine closes its connections', async () => {
  await speakSeconds(speech);
  await speech.close?.();
  await waitUntilClosed();
});

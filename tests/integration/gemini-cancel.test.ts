import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines, Usage } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { beginSpeaking, createTestEngines, makeCall, workCalls } from '../support/gemini-calls.ts';
import { geminiRefusals } from '../support/gemini-faults.ts';
import { type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { answerHalf, unfinishedAnswers, usualTries } from '../support/provider-faults.ts';
import { measurePeakBytes } from '../support/provider-memory.ts';

let standIn: GeminiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startGeminiStandIn();
});
beforeEach(() => {
  standIn.reset();
  engines = createTestEngines(standIn.baseUrl, usualTries);
});
afterAll(() => standIn.close());

describe.each(workCalls)('a client that disconnects during %s', call => {
  test('before the start costs nothing', async () => {
    const noted: Usage[] = [];
    const noteUsage = (usage: Usage) => noted.push(usage);
    const signal = AbortSignal.abort();
    await expect(makeCall(engines, call, { signal, noteUsage })).rejects.toMatchObject({
      code: 'client_closed',
    });
    expect([standIn.requests, noted]).toEqual([[], []]);
  });

  test.each(unfinishedAnswers)(
    '%s closes the connection to the provider, and the call is recorded',
    async (_, behaviour) => {
      const leaving = new AbortController();
      const noted: Usage[] = [];
      standIn.always(call, behaviour);
      const requested = standIn.waitForRequest(call);
      const work = makeCall(engines, call, {
        signal: leaving.signal,
        noteUsage: usage => noted.push(usage),
      });
      const request = await requested;
      leaving.abort();
      await expect(work).rejects.toMatchObject({ code: 'client_closed' });
      expect(await request.closed).toMatchObject({ early: true });
      expect(standIn.requests.map(each => each.call)).toEqual(['models', call]);
      expect(noted).toHaveLength(1);
    },
  );

  test('while waiting for a retry ends the retries', async () => {
    const leaving = new AbortController();
    standIn.always(call, geminiRefusals.twoSeconds);
    const requested = standIn.waitForRequest(call);
    const work = makeCall(engines, call, { signal: leaving.signal });
    await (await requested).closed;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(standIn.requests.map(each => each.call)).toEqual(['models', call]);
  });

  test('while the models are listed closes that connection', async () => {
    const leaving = new AbortController();
    standIn.always('models', brokenAnswers.noHeaders);
    const requested = standIn.waitForRequest('models');
    const work = makeCall(engines, call, { signal: leaving.signal });
    const request = await requested;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(await request.closed).toMatchObject({ early: true });
  });

  test('because the server stops gets that reason', async () => {
    const signal = AbortSignal.abort(new CodedError('unavailable'));
    await expect(makeCall(engines, call, { signal })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('a client that stops reading sound closes the connection to the provider', async () => {
  standIn.always('speech', answerHalf);
  for await (const piece of await beginSpeaking(engines)) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  expect(await standIn.requests.at(-1)?.closed).toMatchObject({ early: true });
});

test('a client that stops reading text closes the connection to the provider', async () => {
  standIn.setAccount({ script: 'A dog runs. '.repeat(40) });
  standIn.always('script', answerHalf);
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const request = { analysis: 'A dog.', prompt: 'Tell it', language, durationSeconds: 9, signal };
  for await (const piece of engines.script.writeScript(request)) {
    expect(piece).not.toBe('');
    break;
  }
  expect(await standIn.requests.at(-1)?.closed).toMatchObject({ early: true });
});

test('one of two clients waiting for the models may disconnect, the other gets them', async () => {
  const answering = Promise.withResolvers<void>();
  standIn.next('models', async ({ response, normal }) => {
    await answering.promise;
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.end(normal.body);
  });
  const leaving = new AbortController();
  const requested = standIn.waitForRequest('models');
  const left = makeCall(engines, 'vision', { signal: leaving.signal });
  const stayed = makeCall(engines, 'vision');
  await requested;
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'client_closed' });
  answering.resolve();
  expect(await stayed).toBe('Picture 1: red.');
});

test.each([...workCalls, 'models'] as const)(
  'an endless answer to %s is cut off before it fills the memory',
  async call => {
    const work = call === 'models' ? 'script' : call;
    await makeCall(engines, work);
    const fresh = call === 'models' ? createTestEngines(standIn.baseUrl) : engines;
    standIn.always(call, brokenAnswers.endless);
    const peakBytes = await measurePeakBytes(() =>
      expect(makeCall(fresh, work)).rejects.toMatchObject({ code: 'provider_garbage' }),
    );
    expect(peakBytes).toBeLessThan(50 * 2 ** 20);
    const closed = await standIn.requests.at(-1)?.closed;
    expect(closed?.early).toBe(true);
    expect(closed?.sentBytes).toBeLessThan(200 * 2 ** 20);
  },
);

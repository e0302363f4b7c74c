import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { createScript } from '#narration/create-script.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, providerCalls, tinyJpeg } from '../support/provider-calls.ts';
import { answerHalf, unfinishedAnswers, usualTries } from '../support/provider-faults.ts';
import { measurePeakBytes } from '../support/provider-memory.ts';

let standIn: OpenAiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  engines = createTestEngines(standIn.baseUrl, usualTries);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

describe.each(providerCalls)('a client that disconnects during %s', call => {
  test('before the start costs nothing', async () => {
    await expect(makeCall(engines, call, AbortSignal.abort())).rejects.toMatchObject({
      code: 'client_closed',
    });
    expect(standIn.requests).toHaveLength(0);
  });

  test.each(unfinishedAnswers)('%s closes the connection to the provider', async (_, behaviour) => {
    const leaving = new AbortController();
    standIn.always(call, behaviour);
    const requested = standIn.waitForRequest(call);
    const work = makeCall(engines, call, leaving.signal);
    const request = await requested;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(await request.closed).toMatchObject({ early: true });
    expect(standIn.requests).toHaveLength(1);
  });

  test('while waiting for a retry ends the retries', async () => {
    const leaving = new AbortController();
    standIn.always(call, refusals.rateLimitFor2s);
    const requested = standIn.waitForRequest(call);
    const work = makeCall(engines, call, leaving.signal);
    await (await requested).closed;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(standIn.requests).toHaveLength(1);
  });

  test('because the server stops gets that reason', async () => {
    const stopping = AbortSignal.abort(new CodedError('unavailable'));
    await expect(makeCall(engines, call, stopping)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('a client that stops reading sound closes the connection to the provider', async () => {
  standIn.always('speech', answerHalf);
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const sound = await engines.speech.speak({ text: 'A dog runs.', voice: 'nova', language, signal });
  if (sound.format !== 'mp3') throw new Error('not mp3');
  for await (const piece of sound.bytes) {
    expect(piece.byteLength).toBeGreaterThan(0);
    break;
  }
  expect(await standIn.requests[0]?.closed).toMatchObject({ early: true });
});

test('a client that stops reading text closes the connection to the provider', async () => {
  standIn.always('script', answerHalf);
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const request = { analysis: 'A dog.', prompt: 'Tell it', language, durationSeconds: 9, signal };
  for await (const piece of engines.script.writeScript(request)) {
    expect(piece).not.toBe('');
    break;
  }
  expect(await standIn.requests[0]?.closed).toMatchObject({ early: true });
});

test('disconnecting while frames are read costs nothing', async () => {
  const leaving = new AbortController();
  const lines = createScript(
    {
      engines,
      readFrames: async () => {
        leaving.abort();
        return { durationSeconds: 9, frames: [{ seconds: 1, jpeg: tinyJpeg }] };
      },
    },
    { prompt: 'Tell it', language: 'English' },
    leaving.signal,
  );
  await expect(
    (async () => {
      for await (const line of lines) expect(line).toHaveProperty('stage');
    })(),
  ).rejects.toMatchObject({ code: 'client_closed' });
  expect(standIn.requests).toHaveLength(0);
});

test.each(['vision', 'script', 'speech'] as const)(
  'an endless answer to %s is cut off before it fills the memory',
  { tags: 'long' },
  async call => {
    standIn.always(call, brokenAnswers.endless);
    const peakBytes = await measurePeakBytes(() =>
      expect(makeCall(engines, call)).rejects.toMatchObject({ code: 'provider_garbage' }),
    );
    expect(peakBytes).toBeLessThan(50 * 2 ** 20);
    const closed = await standIn.requests[0]?.closed;
    expect(closed?.early).toBe(true);
    // Of 300 MB. How much is in flight depends on the network buffers of this machine.
    expect(closed?.sentBytes).toBeLessThan(200 * 2 ** 20);
  },
);

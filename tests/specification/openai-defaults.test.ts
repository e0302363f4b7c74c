import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { chooseEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { noPictures } from '../support/no-pictures.ts';
import { vendorErrors } from '../support/openai-bodies.ts';
import { refusals } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeCall, providerCalls } from '../support/provider-calls.ts';
import { readSpecifiedConstants } from './read-constants.ts';
import { stopClock } from './stop-clock.ts';

// The engines with only an address configured, over real HTTP.

const specified = readSpecifiedConstants();
const { openAiMs, openAiRetries, openAiLongestRetryWaitSeconds, providerSilenceMs } = specified.timeouts;

let standIn: OpenAiStandIn;
let engines: Engines;
const neverAborted = new AbortController().signal;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  const config = readConfig({ OPENAI_BASE_URL: standIn.baseUrl });
  const { vision, script, speech } = await chooseEngines(config, {
    ...noPictures,
    fitPictures: async jpegs => jpegs.map(jpeg => ({ jpeg, width: 1, height: 1 })),
  });
  engines = { vision: vision.current, script: script.current, speech: speech.standard.current };
});
beforeEach(() => standIn.reset());
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => standIn.close());

describe.each(providerCalls)('for %s, by default, the client', call => {
  test('retries as often as specified', async () => {
    standIn.always(call, refusals.rateLimitFor1ms);
    await expect(makeCall(engines, call)).rejects.toMatchObject({ code: 'provider_busy' });
    expect(standIn.requests).toHaveLength(1 + openAiRetries);
  });

  test('waits before a retry as long as requested, up to the specified maximum', async () => {
    const waits = shortenWaits();
    standIn.next(call, refuseFor(openAiLongestRetryWaitSeconds));
    expect(await makeCall(engines, call)).toBeTruthy();
    expect(standIn.requests).toHaveLength(2);
    expect(waits).toContain(openAiLongestRetryWaitSeconds * 1000);
  });

  test('does not retry when it would have to wait longer', async () => {
    shortenWaits();
    standIn.next(call, refuseFor(openAiLongestRetryWaitSeconds + 1));
    await expect(makeCall(engines, call)).rejects.toMatchObject({ code: 'provider_busy' });
    expect(standIn.requests).toHaveLength(1);
  });

  test('waits for an answer as long as specified, and asks once', async () => {
    standIn.always(call, brokenAnswers.noHeaders);
    const clock = stopClock();
    const work = makeCall(engines, call);
    await clock.expectGivenUp(work, openAiMs);
    expect(standIn.requests).toHaveLength(1);
  });

  test('waits for more of an answer as long as specified', async () => {
    standIn.always(call, brokenAnswers.headersThenSilence);
    const clock = stopClock();
    const work = makeCall(engines, call);
    // The first limit is that of the head, the second that of the silence after it.
    await clock.waitForLimits(2);
    await clock.expectGivenUp(work, providerSilenceMs);
  });
});

describe('a provider that gets the specified limits', () => {
  const { tokensPerStep, speechModel, charactersPerSpeechRequest, scriptCharacters } = specified.text;
  const voice = 'nova';

  test.each(['vision', 'script'] as const)('may write this many tokens for %s', async call => {
    await makeCall(engines, call);
    expect(standIn.requests[0]?.body.max_tokens).toBe(tokensPerStep);
  });

  test('speaks with the specified model', async () => {
    await makeCall(engines, 'speech');
    expect(standIn.requests[0]?.body.model).toBe(speechModel);
  });

  test('gets a long script in pieces of at most this many characters', async () => {
    const whole = 'a'.repeat(charactersPerSpeechRequest);
    for (const script of [whole, `${whole}a`])
      for await (const _ of await convertToVoice(engines.speech, { script, voice }, neverAborted));
    const lengths = standIn.requests.map(request => request.body.input.length);
    expect(lengths[0]).toBe(charactersPerSpeechRequest);
    expect(lengths).toHaveLength(3);
  });

  test('gets no script longer than the maximum', async () => {
    standIn.always('speech', refusals.badRequest);
    const script = 'a'.repeat(scriptCharacters);
    await expect(convertToVoice(engines.speech, { script, voice }, neverAborted)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    await expect(
      convertToVoice(engines.speech, { script: `${script}a`, voice }, neverAborted),
    ).rejects.toMatchObject({ code: 'too_large' });
  });
});

/** Busy, with the wait in the vendor's header. */
function refuseFor(seconds: number): Behaviour {
  return ({ response }) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds) });
    response.end(JSON.stringify({ error: vendorErrors.rateLimit }));
  };
}

/** Ends waits of some seconds at once, and records their length. */
function shortenWaits(): number[] {
  const waits: number[] = [];
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    waits.push(ms);
    return setTimeout(run, ms > 1000 && ms < 60_000 ? 1 : ms, ...values);
  });
  return waits;
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { chooseEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { makeCall, workCalls } from '../support/gemini-calls.ts';
import { geminiRefusals } from '../support/gemini-faults.ts';
import { type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { noPictures } from '../support/no-pictures.ts';
import { readSpecifiedConstants } from './read-constants.ts';
import { stopClock } from './stop-clock.ts';

// The engines with only an address configured, over real HTTP.

const { geminiMs, geminiRetries } = readSpecifiedConstants().timeouts;

let standIn: GeminiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startGeminiStandIn();
  const config = readConfig({ GEMINI_BASE_URL: standIn.baseUrl });
  const { vision, script, speech } = await chooseEngines(config, noPictures);
  engines = { vision: vision.current, script: script.current, speech: speech.standard.current };
  // Caches the list of models, so that only the work follows.
  for (const call of workCalls) await makeCall(engines, call);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

describe.each(workCalls)("for %s, by default, Gemini's client", call => {
  test('retries as often as specified', async () => {
    standIn.always(call, geminiRefusals.busyFor1ms);
    await expect(makeCall(engines, call)).rejects.toMatchObject({ code: 'provider_busy' });
    expect(standIn.requests).toHaveLength(1 + geminiRetries);
  });

  test('waits for an answer as long as specified', async () => {
    standIn.always(call, brokenAnswers.noHeaders);
    await stopClock().expectGivenUp(makeCall(engines, call), geminiMs);
  });
});

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

// The engines as a server makes them that is told nothing but where the provider is, over real HTTP.

const { geminiMs, geminiRetries } = readSpecifiedConstants().timeouts;

let standIn: GeminiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startGeminiStandIn();
  const config = readConfig({ GEMINI_BASE_URL: standIn.baseUrl });
  const { vision, script, speech } = await chooseEngines(config, noPictures);
  engines = { vision: vision.current, script: script.current, speech: speech.standard.current };
  // Which models there are is kept, so that what follows is work alone.
  for (const call of workCalls) await makeCall(engines, call);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

describe.each(workCalls)('for %s, without settings of its own, the client of Gemini', call => {
  test('tries again as often as the specification says', async () => {
    standIn.always(call, geminiRefusals.busyFor1ms);
    await expect(makeCall(engines, call)).rejects.toMatchObject({ code: 'provider_busy' });
    expect(standIn.requests).toHaveLength(1 + geminiRetries);
  });

  test('waits for an answer as long as the specification says', async () => {
    standIn.always(call, brokenAnswers.noHeaders);
    await stopClock().expectGivenUp(makeCall(engines, call), geminiMs);
  });
});

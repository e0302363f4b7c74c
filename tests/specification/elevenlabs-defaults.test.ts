import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { chooseEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { speakWhole } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { noPictures } from '../support/no-pictures.ts';
import { readSpecifiedConstants } from './read-constants.ts';
import { stopClock } from './stop-clock.ts';

// The engine with only an address configured, over real HTTP.

const { elevenLabsMs, elevenLabsRetries } = readSpecifiedConstants().timeouts;

let standIn: ElevenLabsStandIn;
let speech: SpeechEngine;

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
  const config = readConfig({ ELEVENLABS_BASE_URL: standIn.baseUrl });
  speech = (await chooseEngines(config, noPictures)).speech.premium.current;
  // Caches the list of voices, so that only speech follows.
  await speakWhole(speech);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

test("by default ElevenLabs' client retries as often as specified", async () => {
  standIn.always('speech', elevenLabsRefusals.systemBusyFor1ms);
  await expect(speakWhole(speech)).rejects.toMatchObject({ code: 'provider_busy' });
  expect(standIn.requests).toHaveLength(1 + elevenLabsRetries);
});

test('by default it waits for an answer as long as specified', async () => {
  standIn.always('speech', brokenAnswers.noHeaders);
  await stopClock().expectGivenUp(speakWhole(speech), elevenLabsMs);
});

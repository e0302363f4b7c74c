import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { createScript } from '#narration/create-script.ts';
import { getLanguage } from '#shared/languages.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { describeDisconnecting, expectCutOff } from '../support/disconnecting-clients.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, providerCalls, tinyJpeg } from '../support/provider-calls.ts';
import { answerHalf, usualTries } from '../support/provider-faults.ts';

let standIn: OpenAiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  engines = createTestEngines(standIn.baseUrl, usualTries);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

for (const call of providerCalls)
  describeDisconnecting(`a client that disconnects during ${call}`, {
    call,
    getStandIn: () => standIn,
    work: signal => makeCall(engines, call, signal),
    busyFor2s: refusals.rateLimitFor2s,
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
    await expectCutOff(standIn, () => makeCall(engines, call));
  },
);

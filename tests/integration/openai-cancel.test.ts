import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { createScript } from '#narration/create-script.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { brokenAnswers, pauseInTheMiddle } from '../support/broken-answers.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, providerCalls, tinyJpeg } from '../support/provider-calls.ts';

let standIn: OpenAiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  engines = createTestEngines(standIn.baseUrl, { maxRetries: 2 });
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

const never = new Promise<void>(() => undefined);

describe.each(providerCalls)('a person who leaves during %s', call => {
  test('before it starts costs nothing', async () => {
    await expect(makeCall(engines, call, AbortSignal.abort())).rejects.toMatchObject({
      code: 'client_closed',
    });
    expect(standIn.requests).toHaveLength(0);
  });

  test.each([
    ['while the provider thinks', brokenAnswers.noHeaders],
    ['after the provider began to answer', brokenAnswers.headersThenSilence],
    ['in the middle of the answer', pauseInTheMiddle(never)],
  ])('%s closes the connection to the provider', async (_, behaviour) => {
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

  test('while a new try is waited for does not try again', async () => {
    const leaving = new AbortController();
    standIn.always(call, refusals.rateLimitFor2s);
    const requested = standIn.waitForRequest(call);
    const work = makeCall(engines, call, leaving.signal);
    await (await requested).closed;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(standIn.requests).toHaveLength(1);
  });

  test('because the server stops hears the reason', async () => {
    const stopping = AbortSignal.abort(new CodedError('unavailable'));
    await expect(makeCall(engines, call, stopping)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('a listener who stops listening closes the connection to the provider', async () => {
  standIn.always('speech', pauseInTheMiddle(never));
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

test('a reader who stops reading closes the connection to the provider', async () => {
  standIn.always('script', pauseInTheMiddle(never));
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const request = { analysis: 'A dog.', prompt: 'Tell it', language, durationSeconds: 9, signal };
  for await (const piece of engines.script.writeScript(request)) {
    expect(piece).not.toBe('');
    break;
  }
  expect(await standIn.requests[0]?.closed).toMatchObject({ early: true });
});

test('a person who leaves while the frames are read costs nothing', async () => {
  const leaving = new AbortController();
  const lines = createScript(
    {
      engines,
      readFrames: async () => {
        leaving.abort();
        return { durationSeconds: 9, frames: [{ seconds: 1, jpeg: tinyJpeg }] };
      },
    },
    { wish: 'Tell it', language: 'English' },
    leaving.signal,
  );
  await expect(
    (async () => {
      for await (const line of lines) expect(line).toHaveProperty('stage');
    })(),
  ).rejects.toMatchObject({ code: 'client_closed' });
  expect(standIn.requests).toHaveLength(0);
});

/** What is really held at this moment: garbage is collected first. */
function measureHeldBytes(collectGarbage: () => void): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each([
  ['vision', 8],
  ['script', 8],
  ['speech', 96],
] as const)(
  'an endless answer to %s is broken off before it fills the memory',
  async (call, mostMegabytes) => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    standIn.always(call, brokenAnswers.endless);
    const before = measureHeldBytes(collectGarbage);
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, measureHeldBytes(collectGarbage));
    }, 20);
    await expect(makeCall(engines, call)).rejects.toMatchObject({ code: 'provider_garbage' });
    clearInterval(sampling);
    expect(peak - before).toBeLessThan(50 * 2 ** 20);
    const closed = await standIn.requests[0]?.closed;
    expect(closed?.early).toBe(true);
    expect(closed?.sentBytes).toBeLessThan(mostMegabytes * 2 ** 20);
  },
);

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { offerGemini } from '#engines/gemini/create-gemini-engines.ts';
import type { Engines } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { unusedAddress } from '../support/failing-connections.ts';
import { catalogue } from '../support/gemini-bodies.ts';
import { createTestEngines, makeCall, testKey, workCalls } from '../support/gemini-calls.ts';
import { answerWith, geminiRefusals } from '../support/gemini-faults.ts';
import { type GeminiStandIn, sendJson, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { catchError } from '../support/provider-faults.ts';

let standIn: GeminiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startGeminiStandIn();
});
beforeEach(() => {
  standIn.reset();
  engines = createTestEngines(standIn.baseUrl);
});
afterAll(() => standIn.close());

const neverAborted = new AbortController().signal;
const firstKnown = 'the first known model that is available';

function ask({ vision, script, speech }: Engines) {
  return Promise.all([vision, script, speech].map(engine => engine.checkReadiness?.(neverAborted)));
}

function keepModels(...names: string[]): void {
  standIn.setAccount({ models: catalogue.filter(({ name }) => names.includes(name)) });
}

test('models are listed once for all steps, and cached', async () => {
  const usual = { kind: 'ready', model: 'gemini-3.5-flash-lite', found: firstKnown };
  const spoken = { kind: 'ready', model: 'gemini-3.8-flash-tts', found: firstKnown };
  expect(await ask(engines)).toEqual([usual, usual, spoken]);
  expect(await ask(engines)).toEqual([usual, usual, spoken]);
  for (const call of workCalls) await makeCall(engines, call);
  expect(standIn.requests.map(({ call }) => call)).toEqual(['models', ...workCalls]);
  expect([engines.vision.model, engines.speech.model]).toEqual([
    'gemini-3.5-flash-lite',
    'gemini-3.8-flash-tts',
  ]);
});

test('a call before the list finds its model itself', async () => {
  expect(engines.speech.model).toBeUndefined();
  expect(await makeCall(engines, 'speech')).toBeGreaterThan(1000);
  expect(engines.speech.model).toBe('gemini-3.8-flash-tts');
});

test.each([
  [['gemini-3.8-flash', 'gemini-3.1-flash-lite', 'gemini-4-argon'], 'gemini-3.8-flash', undefined],
  [['gemini-3.1-flash-lite', 'gemini-4-argon'], 'gemini-3.1-flash-lite', '2027-05-07'],
])('of %s the best is chosen', async (names, model, endsOn) => {
  keepModels(...names);
  const [vision] = await ask(engines);
  expect(vision).toEqual({ kind: 'ready', model, found: firstKnown, ...(endsOn && { endsOn }) });
});

test('without a known model the newest suitable one is chosen, and none of another kind', async () => {
  const others = ['gemini-3.6-flash', 'gemini-4-argon', 'gemini-3.8-flash-image', 'gemma-4-31b-it'];
  keepModels(...others, 'gemini-3.1-flash-live-preview', 'gemini-embedding-2', 'gemini-3.8-flash-lite-tts');
  const found = 'the newest model; none of those available is known';
  expect(await ask(engines)).toEqual([
    { kind: 'ready', model: 'gemini-4-argon', found },
    { kind: 'ready', model: 'gemini-4-argon', found },
    { kind: 'ready', model: 'gemini-3.8-flash-lite-tts', found: firstKnown },
  ]);
});

test('a key without a suitable model is unable', async () => {
  keepModels('gemini-embedding-2');
  const [chat, speech] = [engineMessages.noChatModel, engineMessages.noSpeechModel];
  expect(await ask(engines)).toMatchObject(
    [chat, chat, speech].map(({ key }) => ({ kind: 'unable', error: { filled: { key } } })),
  );
  expect((await catchError(makeCall(engines, 'speech'))).filled?.key).toBe(speech.key);
});

test('a long list is read page by page', async () => {
  standIn.setAccount({ pageSize: 4 });
  const [, , speech] = await ask(engines);
  expect(speech).toMatchObject({ kind: 'ready', model: 'gemini-3.8-flash-tts' });
  expect(standIn.requests.map(({ query }) => query.pageToken)).toEqual([undefined, '4', '8', '12']);
});

test('an endless list is cut off, and a page without a next token ends it', async () => {
  const page = (nextPageToken: string) => ({ models: [{ name: 'models/gemini-3.8-flash' }], nextPageToken });
  standIn.always('models', ({ response }) => sendJson(response, 200, page('more')));
  expect((await ask(engines))[0]).toMatchObject({ model: 'gemini-3.8-flash' });
  expect(standIn.requests).toHaveLength(5);
  standIn.always('models', ({ response }) => sendJson(response, 200, page('')));
  await ask(createTestEngines(standIn.baseUrl));
  expect(standIn.requests).toHaveLength(6);
});

describe('a model named in the settings', () => {
  const named = { visionModel: 'gemini-2.5-flash', speechModel: 'gemini-99-tts' };

  test('is used if listed, with its last day', async () => {
    const [vision] = await ask(createTestEngines(standIn.baseUrl, named));
    const found = 'set by GEMINI_VISION_MODEL';
    expect(vision).toEqual({ kind: 'ready', model: 'gemini-2.5-flash', found, endsOn: '2026-12-01' });
  });

  test('is requested by itself where the list omits it', async () => {
    standIn.next('model', ({ response }) => sendJson(response, 200, { name: 'models/gemini-99-tts' }));
    const [, , speech] = await ask(createTestEngines(standIn.baseUrl, named));
    expect(speech).toMatchObject({ kind: 'ready', model: 'gemini-99-tts' });
    expect(standIn.requests.map(({ path }) => path)).toContain('/v1beta/models/gemini-99-tts');
  });

  test('is an error if missing, with the list of existing ones', async () => {
    const lost = createTestEngines(standIn.baseUrl, named);
    const message = t(engineMessages.modelMissingAmong, {
      model: 'gemini-99-tts',
      provider: 'our own AI server',
      others: 'gemini-2.5-flash-preview-tts, gemini-3.8-flash-lite-tts, gemini-3.8-flash-tts',
    });
    const operatorMessage = `${message} Name another in GEMINI_SPEECH_MODEL.`;
    const error = { code: 'provider_unavailable', message, operatorMessage, costsNothing: true };
    expect((await ask(lost))[2]).toMatchObject({ kind: 'unreached', error });
    expect(await catchError(makeCall(lost, 'speech'))).toMatchObject(error);
  });

  test('is used on a server without a list', async () => {
    standIn.always('models', geminiRefusals.modelNotFound);
    const believed = createTestEngines(standIn.baseUrl, named);
    expect((await ask(believed))[0]).toMatchObject({ kind: 'ready', model: 'gemini-2.5-flash' });
    expect((await ask(engines))[0]).toMatchObject({
      kind: 'unable',
      error: {
        filled: { key: engineMessages.modelsNotListed.key },
        operatorMessage: expect.stringMatching(/ Name one in GEMINI_VISION_MODEL\.$/u),
      },
    });
  });
});

test("a model's last day is read from an answer", async () => {
  await makeCall(engines, 'script');
  const more = { modelStatus: { modelStage: 'DEPRECATED', retirementTime: '2027-02-03T00:00:00Z' } };
  standIn.next('script', answerWith({ parts: [{ text: 'A dog runs.' }], finishReason: 'STOP', more }));
  await makeCall(engines, 'script');
  const readiness = await engines.script.checkReadiness?.(neverAborted);
  expect(readiness).toMatchObject({ model: 'gemini-3.5-flash-lite', endsOn: '2027-02-03' });
});

test('a model past its last day is not chosen', async () => {
  vi.setSystemTime('2027-05-08');
  try {
    keepModels('gemini-3.1-flash-lite', 'gemini-3.6-flash');
    expect((await ask(engines))[0]).toMatchObject({ model: 'gemini-3.6-flash' });
  } finally {
    vi.useRealTimers();
  }
});

test('a server that is down at first is asked again, and works without a restart', {
  tags: 'long',
}, async () => {
  standIn.next('models', brokenAnswers.reset);
  expect((await ask(engines))[0]).toMatchObject({ kind: 'unreached' });
  // A server that did not answer is skipped for three seconds.
  await expect.poll(() => makeCall(engines, 'vision').catch(() => ''), { timeout: 8000 }).toBeTruthy();
});

test.each([
  ['nobody listens'],
  ['a web page answers'],
  ['the provider is busy'],
  ['the key is refused'],
  ['the credit is used up'],
])('when %s, the step stays, at no cost', async what => {
  const url = what === 'nobody listens' ? unusedAddress : standIn.baseUrl;
  if (what === 'a web page answers') standIn.always('models', brokenAnswers.html);
  if (what === 'the provider is busy') standIn.always('models', geminiRefusals.minute);
  if (what === 'the key is refused') standIn.always('models', geminiRefusals.invalidKey);
  if (what === 'the credit is used up') standIn.always('models', geminiRefusals.outOfCredit);
  for (const readiness of await ask(createTestEngines(url)))
    expect(readiness).toMatchObject({ kind: 'unreached', error: { costsNothing: true } });
});

describe('a key of another provider', () => {
  const mistakes = [
    ['OpenAI', 'sk-proj-Tr0ub4dor_and-3'],
    ['Anthropic', 'sk-ant-api03-Tr0ub4dor'],
    ['ElevenLabs', 'sk_5d1f0e5c9a7b3e'],
    ['OpenRouter', 'sk-or-v1-0123456789abcdef'],
  ] as const;

  test.each(mistakes)('is named as a key of %s, and is not sent to Google', async (vendor, apiKey) => {
    const asked: unknown[] = [];
    const fetch: typeof globalThis.fetch = async input => {
      asked.push(input);
      throw new TypeError('nothing is sent to the vendor by a test');
    };
    const none = {
      visionModel: undefined,
      scriptModel: undefined,
      speechModel: undefined,
      transcriptionModel: undefined,
    };
    const { vision } = offerGemini({ apiKey, baseUrl: undefined, fetch, ...none });
    expect(await vision?.checkReadiness?.(neverAborted)).toMatchObject({
      kind: 'unreached',
      error: {
        message: t(engineMessages.keyOfAnother),
        operatorMessage: expect.stringMatching(`GEMINI_API_KEY looks like a key for ${vendor}.`),
      },
    });
    expect(asked).toEqual([]);
  });

  test.each(mistakes)('is named as a key of %s when another server refuses it', async (vendor, apiKey) => {
    standIn.always('models', geminiRefusals.invalidKey);
    const error = await catchError(makeCall(createTestEngines(standIn.baseUrl, { apiKey }), 'script'));
    expect(error.operatorMessage).toContain(`looks like a key for ${vendor}`);
    expect(JSON.stringify([error.operatorMessage, String(error.cause)])).not.toContain(apiKey);
  });
});

test('a Gemini key of either kind is sent unchanged', async () => {
  for (const apiKey of [testKey, 'AQ.Ab8RN6Tr0ub4dor']) {
    await ask(createTestEngines(standIn.baseUrl, { apiKey }));
    expect(standIn.requests.at(-1)?.headers['x-goog-api-key']).toBe(apiKey);
  }
});

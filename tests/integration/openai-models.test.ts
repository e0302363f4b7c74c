import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, type TestAccess } from '../support/provider-calls.ts';
import { catchError } from '../support/provider-faults.ts';

let standIn: OpenAiStandIn;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
});
beforeEach(() => {
  standIn.reset();
  // Models are shut down: this is the date of the list.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => standIn.close());

const auto = { visionModel: undefined, scriptModel: undefined };
const provider = 'our own AI server';
const neverAborted = new AbortController().signal;
const chats = ['vision', 'script'] as const;

function createEngines(changes: Partial<TestAccess> = {}): Engines {
  return createTestEngines(standIn.baseUrl, { ...auto, ...changes });
}

const ask = (engines: Engines, role: (typeof chats)[number]) => engines[role].checkReadiness?.(neverAborted);

describe.each(chats)('for %s, of the models that OpenAI lists', role => {
  const endsOn = '2027-01-14';
  test.each([
    ['gpt-6-luna before gpt-4o', ['gpt-4o', 'gpt-6-luna', 'tts-1'], 'gpt-6-luna', {}],
    ['gpt-4o where that is all', ['gpt-4o', 'tts-1'], 'gpt-4o', {}],
    ['gpt-4o with its last day', [{ id: 'gpt-4o', shutdown_date: endsOn }], 'gpt-4o', { endsOn }],
    ['one without a last day', [{ id: 'gpt-6-luna', shutdown_date: null }], 'gpt-6-luna', {}],
    ['one behind its maker’s name', ['mistral/small', 'openai/gpt-4o'], 'openai/gpt-4o', {}],
  ])('it chooses %s', async (_, models, model, more) => {
    standIn.setModels(...models);
    const engines = createEngines();
    const found = 'the first known model that is available';
    expect(await ask(engines, role)).toEqual({ kind: 'ready', model, found, ...more });
    await makeCall(engines, role);
    expect(standIn.requests[0]?.body.model).toBe(model);
    expect(engines[role].model).toBe(model);
  });

  test('it chooses none past its last day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-14T00:00:00Z') });
    standIn.setModels({ id: 'gpt-4o', shutdown_date: '2027-01-14' }, { id: 'small', shutdown_date: null });
    expect(await ask(createEngines(), role)).toMatchObject({ kind: 'ready', model: 'small' });
    standIn.setModels({ id: 'gpt-4o', shutdown_date: '2027-01-14' });
    expect(await ask(createEngines(), role)).toMatchObject({ kind: 'unable' });
  });

  test('it uses the named one, at any position', async () => {
    standIn.setModels(...Array.from({ length: 300 }, (_, at) => `maker/model-${at}`), 'maker/mine:free');
    const setting = `OPENAI_${role.toUpperCase()}_MODEL`;
    const engines = createEngines({ [`${role}Model`]: 'maker/mine:free' });
    expect(await ask(engines, role)).toEqual({
      kind: 'ready',
      model: 'maker/mine:free',
      found: `set by ${setting}`,
    });
  });

  test('it chooses none of hundreds without a name, and names the setting', async () => {
    standIn.setModels(...Array.from({ length: 300 }, (_, at) => `maker/model-${at}`));
    expect(await ask(createEngines(), role)).toMatchObject({
      kind: 'unable',
      error: {
        message: t(engineMessages.tooManyModels, { count: 300, provider }),
        operatorMessage: expect.stringMatching(`Name one in OPENAI_${role.toUpperCase()}_MODEL.`),
      },
    });
  });

  test('a missing named one is an error that lists some existing ones', async () => {
    standIn.setModels('gpt-4o', ...Array.from({ length: 11 }, (_, at) => `model-${at}`));
    const engines = createEngines({ [`${role}Model`]: 'gpt-9' });
    const others = 'gpt-4o, model-0, model-1, model-2, model-3, model-4, model-5, model-6';
    const message = t(engineMessages.modelMissingAmongMore, { model: 'gpt-9', provider, others, more: 4 });
    expect(await ask(engines, role)).toMatchObject({ kind: 'unreached', error: { message } });
    const error = await catchError(makeCall(engines, role));
    expect(error).toMatchObject({ code: 'provider_unavailable', message, costsNothing: true });
    expect(standIn.requests).toHaveLength(0);
  });

  test("a server's model name is shown only if it is a plain name", async () => {
    standIn.setModels('mine', '<script>alert(1)</script>', 'a'.repeat(200), 'one\nline');
    const { message } = await catchError(makeCall(createEngines({ [`${role}Model`]: 'gpt-9' }), role));
    expect(message).toBe(t(engineMessages.modelMissingAmong, { model: 'gpt-9', provider, others: 'mine' }));
  });

  test('a server that only speaks is unable', async () => {
    standIn.setModels('tts-1', 'tts-1-hd', 'kokoro', 'whisper-1', 'text-embedding-3-small');
    const { key } = role === 'vision' ? engineMessages.noVisionModel : engineMessages.noScriptModel;
    expect(await ask(createEngines(), role)).toMatchObject({ kind: 'unable', error: { filled: { key } } });
  });

  test('one that is gone at the next call is replaced by another', async () => {
    standIn.setModels('gpt-6-luna', 'gpt-4o');
    const engines = createEngines();
    await makeCall(engines, role);
    standIn.setModels('gpt-4o');
    expect(await makeCall(engines, role)).toBeTruthy();
    expect(standIn.requests.map(({ body }) => body.model)).toEqual(['gpt-6-luna', 'gpt-6-luna', 'gpt-4o']);
    await makeCall(engines, role);
    expect(standIn.requests.at(-1)?.body.model).toBe('gpt-4o');
  });

  test('a named one that is gone at the next call is reported, and works when it is back', async () => {
    standIn.setModels('mine', 'other');
    const engines = createEngines({ [`${role}Model`]: 'mine' });
    await makeCall(engines, role);
    standIn.setModels('other');
    const error = await catchError(makeCall(engines, role));
    expect(error.message).toBe(
      t(engineMessages.modelMissingAmong, { model: 'mine', provider, others: 'other' }),
    );
    standIn.setModels('mine');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    expect(await makeCall(engines, role)).toBeTruthy();
    vi.restoreAllMocks();
  });
});

test('all steps of a server share one list, renewed after half a minute', async () => {
  const engines = createEngines();
  await Promise.all(chats.flatMap(role => [ask(engines, role), ask(engines, role)]));
  await makeCall(engines, 'vision');
  expect(standIn.timesListed).toBe(1);
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_001);
  await ask(engines, 'script');
  later.mockRestore();
  expect(standIn.timesListed).toBe(2);
});

describe('a key that may not list models', () => {
  beforeEach(() => standIn.always('models', refusals.forbidden));

  test.each(chats)('works for %s with a named model', async role => {
    const engines = createEngines({ visionModel: 'gpt-4o', scriptModel: 'gpt-4o' });
    expect(await ask(engines, role)).toMatchObject({ kind: 'ready', model: 'gpt-4o' });
    expect(await makeCall(engines, role)).toBeTruthy();
  });
});

describe.each(chats)('at OpenAI itself, for %s', role => {
  /** The stand-in under OpenAI's own address. */
  const createVendor = (changes: Partial<TestAccess> = {}) =>
    createTestEngines('', {
      ...auto,
      baseUrl: undefined,
      fetch: (input, init) => fetch(String(input).replace('https://api.openai.com', standIn.origin), init),
      ...changes,
    });

  test('the newer request form is used at once', async () => {
    standIn.setModels({ id: 'gpt-6-luna', generation: 'newer' });
    await makeCall(createVendor(), role);
    const { messages: _, ...fields } = standIn.requests[0]?.body ?? {};
    const stream = { stream: true, stream_options: { include_usage: true, include_obfuscation: false } };
    expect(fields).toEqual({
      model: 'gpt-6-luna',
      max_completion_tokens: 1000,
      reasoning_effort: 'none',
      ...(role === 'script' && stream),
    });
  });

  test('a last day that only we know is reported, too', async () => {
    standIn.setModels('gpt-4o');
    expect(await ask(createVendor(), role)).toMatchObject({ model: 'gpt-4o', endsOn: '2027-01-14' });
  });

  test('a list without a known model asks for a name', async () => {
    standIn.setModels('gpt-6-astra', 'tts-1');
    const setting = `OPENAI_${role.toUpperCase()}_MODEL`;
    expect(await ask(createVendor(), role)).toMatchObject({
      kind: 'unable',
      error: {
        message: t(engineMessages.modelsUnknown, { provider: 'OpenAI' }),
        operatorMessage: expect.stringMatching(`gpt-6-luna and gpt-4o. Name another model in ${setting}.`),
      },
    });
  });

  test('without the list, known models are tried in turn', async () => {
    standIn.always('models', refusals.forbidden);
    standIn.setModels('gpt-4o');
    const engines = createVendor();
    expect(await makeCall(engines, role)).toBeTruthy();
    await makeCall(engines, role);
    expect(standIn.requests.map(({ body }) => body.model)).toEqual(['gpt-6-luna', 'gpt-4o', 'gpt-4o']);
  });

  test('a model not allowed for the key’s project is not reported as a wrong key', async () => {
    standIn.setModels('gpt-4o');
    standIn.always(role, refusals.modelOfAnotherProject);
    const error = await catchError(makeCall(createVendor({ [`${role}Model`]: 'gpt-4o' }), role));
    expect(error.filled?.key).toBe(engineMessages.modelUnavailable.key);
  });

  test('a key refused by the list is not tried', async () => {
    standIn.always('models', refusals.invalidKey);
    const error = await catchError(makeCall(createVendor(), role));
    expect(error.filled?.key).toBe(engineMessages.keyRejected.key);
    expect(standIn.requests).toHaveLength(0);
  });
});

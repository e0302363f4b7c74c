import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { unusedAddress } from '../support/failing-connections.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, type ProviderCall, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, type TestAccess, testKey } from '../support/provider-calls.ts';
import {
  catchError,
  connectionFaults,
  expectFault,
  type ProviderFault,
  silences,
  when,
} from '../support/provider-faults.ts';
import { testRows } from '../support/test-rows.ts';

// Faults of the list of models, which precedes every call.

let standIn: OpenAiStandIn;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
});
beforeEach(() => standIn.reset());
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => standIn.close());

const neverAborted = new AbortController().signal;
const roles = ['vision', 'script'] as const;
const auto = { visionModel: undefined, scriptModel: undefined };
const create = (changes: Partial<TestAccess> = {}) =>
  createTestEngines(standIn.baseUrl, { ...auto, timeoutMs: 1000, ...changes });
const ask = (engines: Engines, role: (typeof roles)[number]) => engines[role].checkReadiness?.(neverAborted);
const soon = { retryAfterSeconds: 30 };

const refusedLists: readonly ProviderFault<ProviderCall>[] = [
  when('refuses the key (401)', refusals.invalidKey, 'provider_unavailable'),
  when('refuses the country (403)', refusals.forbidden, 'provider_unavailable'),
  when('has a conflict (409)', refusals.conflict, 'provider_busy', soon),
  when('cannot process it (422)', refusals.unprocessable, 'provider_unavailable'),
  when('is busy (429)', refusals.rateLimit, 'provider_busy', soon),
  when('wants to be paid (429)', refusals.outOfQuota, 'provider_unavailable'),
  when('has an error (500)', refusals.serverError, 'provider_unavailable'),
  when('is behind a broken gateway (502)', refusals.badGateway, 'provider_unavailable'),
  when('is overloaded (503)', refusals.overloaded, 'provider_busy', soon),
  when('is behind an impatient gateway (504)', brokenAnswers.gatewayTimeout, 'provider_timeout'),
];
const faults = [...refusedLists, ...connectionFaults, ...silences];

describe.each(roles)('when for %s the models are listed and the provider', role => {
  testRows(faults, ({ fault }) => silences.findIndex(silence => silence.fault === fault) < 1)(
    '$fault, the step stays with it and the error says so',
    async fault => {
      standIn.always('models', fault.behaviour);
      // Only silence is to end by the clock: a busy machine may take a second for anything else.
      const isSilent = silences.some(silence => silence.fault === fault.fault);
      const engines = create(isSilent ? {} : { timeoutMs: 20_000 });
      const readiness = await ask(engines, role);
      expect(readiness).toMatchObject({ kind: 'unreached', error: { costsNothing: true } });
      const error = await catchError(makeCall(engines, role));
      expectFault(error, fault, [testKey, 'Bearer s']);
      expect(error.costsNothing).toBe(true);
      expect(standIn.requests).toHaveLength(0);
    },
  );

  test('cannot be reached, the error says so', async () => {
    const error = await catchError(makeCall(createTestEngines(unusedAddress, auto), role));
    expectFault(error, { code: 'provider_unavailable' }, [testKey]);
    expect(error.costsNothing).toBe(true);
  });

  test('has no list and no model is named, the error names the setting', async () => {
    standIn.always('models', refusals.unknownModel);
    const message = t(engineMessages.modelsNotListed, { provider: 'our own AI server' });
    const operatorMessage = `${message} Name one in OPENAI_${role.toUpperCase()}_MODEL.`;
    expect(await ask(create(), role)).toMatchObject({ kind: 'unable', error: { message, operatorMessage } });
    expect((await catchError(makeCall(create(), role))).message).toBe(message);
  });

  test.each([
    ['is down', brokenAnswers.reset],
    ['still loads its model', refusals.overloaded],
    ['is behind a gateway that does not find it', refusals.badGateway],
  ])('%s at the start, it works once it is up', async (_, behaviour) => {
    standIn.always('models', behaviour);
    const engines = create();
    await catchError(makeCall(engines, role));
    standIn.reset();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3001);
    expect(await makeCall(engines, role)).toBeTruthy();
  });

  test('is not asked after the client disconnected', async () => {
    await expect(makeCall(create(), role, AbortSignal.abort())).rejects.toMatchObject({
      code: 'client_closed',
    });
    expect(standIn.timesListed).toBe(0);
  });

  test('is silent, disconnecting closes the connection', async () => {
    standIn.always('models', brokenAnswers.noHeaders);
    const leaving = new AbortController();
    const asked = standIn.waitForRequest('models');
    const work = makeCall(create({ timeoutMs: undefined }), role, leaving.signal);
    const request = await asked;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(await request.closed).toMatchObject({ early: true });
  });
});

test('an address of a web page is reported as such, with advice', async () => {
  const page = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Welcome</title>');
  });
  await new Promise<void>(resolve => page.listen(0, '127.0.0.1', resolve));
  const address = page.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    const error = await catchError(makeCall(createTestEngines(`http://127.0.0.1:${port}`, auto), 'vision'));
    expect(error).toMatchObject({ code: 'provider_garbage', costsNothing: true });
    expect(error.filled?.key).toBe(engineMessages.wrongAddress.key);
  } finally {
    page.closeAllConnections();
    page.close();
  }
});

test('a server that is silent at unknown paths is identified by its list', {
  tags: 'long',
}, async () => {
  const server = createServer((request, response) => {
    if (request.url !== '/v1/models') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'mine', object: 'model' }] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    const engines = createTestEngines(`http://127.0.0.1:${port}/v1`, auto);
    expect(await ask(engines, 'script')).toMatchObject({ kind: 'ready', model: 'mine' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

describe('a key of another company', () => {
  const foreign = [
    ['AIzaSyD-0123456789abcdefghijklmnopqrstu', 'Gemini'],
    ['sk-ant-api03-0123456789', 'Anthropic'],
    ['sk-or-v1-0123456789', 'OpenRouter'],
    ['sk_0123456789abcdef0123456789abcdef', 'ElevenLabs'],
  ] as const;

  test.each(foreign)('%s, set for OpenAI, is reported as that of %s and not sent', async (apiKey, owner) => {
    const fetch = vi.fn(globalThis.fetch);
    const engines = createTestEngines('', { ...auto, apiKey, baseUrl: undefined, fetch });
    const error = await catchError(makeCall(engines, 'vision'));
    expectFault(error, { code: 'provider_unavailable', message: engineMessages.keyOfAnother }, [apiKey]);
    expect(error.operatorMessage).toContain(owner);
    expect(await ask(engines, 'script')).toMatchObject({
      kind: 'unreached',
      error: { message: error.message },
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is sent to the server that it was set for', async () => {
    await makeCall(create({ apiKey: foreign[0][0] }), 'script');
    expect(standIn.requests[0]?.headers.authorization).toBe(`Bearer ${foreign[0][0]}`);
  });
});

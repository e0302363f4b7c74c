import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { failToConnect, unusedAddress } from '../support/failing-connections.ts';
import { oddChats, refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, type ProviderCall, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, providerCalls, testKey } from '../support/provider-calls.ts';
import {
  catchError,
  connectionFaults,
  type ExpectedError,
  expectFault,
  type ProviderFault,
  silences,
  usualTries,
  when,
} from '../support/provider-faults.ts';
import { testRows } from '../support/test-rows.ts';

let standIn: OpenAiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  engines = createTestEngines(standIn.baseUrl);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

const soon = { retryAfterSeconds: 30 };

const faults: readonly ProviderFault<ProviderCall>[] = [
  when('refuses the request (400)', refusals.badRequest, 'provider_unavailable'),
  when('refuses the content (400)', refusals.contentPolicy, 'content_refused'),
  when('refuses the key (401)', refusals.invalidKey, 'provider_unavailable'),
  when('refuses the country (403)', refusals.forbidden, 'provider_unavailable'),
  when('does not know the model (404)', refusals.unknownModel, 'provider_unavailable'),
  when('has a conflict (409)', refusals.conflict, 'provider_busy', soon),
  when('cannot process it (422)', refusals.unprocessable, 'provider_unavailable'),
  when('is busy (429)', refusals.rateLimit, 'provider_busy', soon),
  when('is busy for 2 seconds (429)', refusals.rateLimitFor2s, 'provider_busy', { retryAfterSeconds: 2 }),
  when('is busy for an hour (429)', refusals.rateLimitForAnHour, 'provider_busy', {
    retryAfterSeconds: 3600,
  }),
  when('wants to be paid (429)', refusals.outOfQuota, 'provider_unavailable'),
  when('has an error (500)', refusals.serverError, 'provider_unavailable'),
  when('is behind a broken gateway (502)', refusals.badGateway, 'provider_unavailable'),
  when('is overloaded (503)', refusals.overloaded, 'provider_busy', soon),
  when('is behind an impatient gateway (504)', brokenAnswers.gatewayTimeout, 'provider_timeout'),
  ...connectionFaults,
  when(
    'answers with a web page under a false name',
    brokenAnswers.htmlThatClaimsToBeRight,
    'provider_garbage',
  ),
];

const chatFaults: readonly ProviderFault<ProviderCall>[] = [
  when('answers with broken JSON', oddChats.brokenJson, 'provider_garbage'),
  when('ends too early without a sign', brokenAnswers.endsTooEarly, 'provider_garbage'),
  when('answers without a choice', oddChats.noChoices, 'provider_garbage'),
  when('answers without content', oddChats.nullContent, 'provider_garbage'),
  when('declines', oddChats.refusal, 'content_refused'),
  when('declines in plain words', oddChats.politeRefusal, 'content_refused'),
  when('filters the content', oddChats.contentFilter, 'content_refused'),
  when('writes far more than it may', oddChats.farTooMuch, 'provider_garbage'),
  when('spends its allowance on nothing', oddChats.nothingWithinLimit, 'provider_garbage'),
];

const callPaths = {
  vision: '/v1/chat/completions',
  script: '/v1/chat/completions',
  speech: '/v1/audio/speech',
};

/** The key, its header, and the pictures. */
const secrets = [testKey, 'Bearer s', 'base64'];

async function expectFailure(work: Promise<unknown>, expected: ExpectedError): Promise<void> {
  expectFault(await catchError(work), expected, secrets);
}

describe.each(providerCalls)('when for %s the provider', call => {
  testRows(faults, ({ fault }) => fault !== 'answers without end')(
    '$fault, the error says so',
    async expected => {
      standIn.always(call, expected.behaviour);
      await expectFailure(makeCall(engines, call), expected);
      expect(standIn.requests).toHaveLength(1);
    },
  );

  testRows(silences, () => call === 'vision')('$fault, it is given up without a retry', async expected => {
    standIn.always(call, expected.behaviour);
    const impatient = createTestEngines(standIn.baseUrl, { timeoutMs: 300, ...usualTries });
    await expectFailure(makeCall(impatient, call), expected);
    expect(standIn.requests).toHaveLength(1);
    expect(await standIn.requests[0]?.closed).toMatchObject({ early: true });
  });

  test('cannot be reached, the error says so', async () => {
    const unreachable = createTestEngines(unusedAddress);
    await expectFailure(makeCall(unreachable, call), { code: 'provider_unavailable' });
  });

  test('has an unknown host name, the error says so', async () => {
    const { fetch } = failToConnect('ENOTFOUND', 1);
    const nowhere = createTestEngines('http://provider.invalid/v1', { fetch });
    await expectFailure(makeCall(nowhere, call), { code: 'provider_unavailable' });
  });

  test('recovers, the next call works', async () => {
    standIn.next(call, brokenAnswers.cutInTheMiddle);
    await catchError(makeCall(engines, call));
    expect(await makeCall(engines, call)).toBeTruthy();
  });

  test('fails twice and then answers, the retries hide it', async () => {
    standIn.next(call, refusals.rateLimitFor1ms, refusals.serverErrorFor1ms);
    expect(await makeCall(createTestEngines(standIn.baseUrl, usualTries), call)).toBeTruthy();
    expect(standIn.requests).toHaveLength(3);
  });

  test('cannot be connected to twice and then answers, the retries hide it', async () => {
    const { fetch, count } = failToConnect('ECONNREFUSED', 2, callPaths[call]);
    expect(await makeCall(createTestEngines(standIn.baseUrl, { ...usualTries, fetch }), call)).toBeTruthy();
    expect(count()).toBe(3);
  });

  test('cannot be connected to in time, it is asked only once', async () => {
    const { fetch, count } = failToConnect('UND_ERR_CONNECT_TIMEOUT', 3, callPaths[call]);
    const engines = createTestEngines(standIn.baseUrl, { ...usualTries, fetch });
    await expectFailure(makeCall(engines, call), { code: 'provider_timeout' });
    expect(count()).toBe(1);
  });

  test.each([
    ['wants to be paid', refusals.outOfQuota],
    ['asks to wait longer than eight seconds', refusals.rateLimitForAnHour],
    ['redirects', brokenAnswers.redirectInside],
    ['sends a web page', brokenAnswers.html],
    ['is behind an impatient gateway', brokenAnswers.gatewayTimeout],
    ['breaks the connection, and may have been paid', brokenAnswers.reset],
  ])('%s, it is asked only once', async (_, behaviour) => {
    standIn.always(call, behaviour);
    await catchError(makeCall(createTestEngines(standIn.baseUrl, usualTries), call));
    expect(standIn.requests).toHaveLength(1);
  });
});

describe.each(['vision', 'script'] as const)('when for %s the model', call => {
  test.each(chatFaults)('$fault, the error says so', async expected => {
    standIn.always(call, expected.behaviour);
    await expectFailure(makeCall(engines, call), expected);
  });

  test('reaches its limit, the text ends with its last whole sentence', async () => {
    standIn.always(call, oddChats.cutAtLimit);
    expect(String(await makeCall(engines, call)).trim()).toBe('A dog runs.');
  });

  test('writes NUL and lone surrogates, they are removed', async () => {
    standIn.always(call, oddChats.loneSurrogates);
    expect(await makeCall(engines, call)).toBe('A dog runs. It barks.');
  });

  test('writes invalid UTF-8, it is removed', async () => {
    standIn.always(call, oddChats.badUtf8);
    const text = String(await makeCall(engines, call));
    expect(text).toMatch(/dog/);
    expect(text).not.toContain('\uFFFD');
  });
});

test.each(['vision', 'speech'] as const)(
  '%s that is shorter than its Content-Length is refused',
  async call => {
    standIn.always(call, brokenAnswers.longerThanSaid);
    await expectFailure(makeCall(engines, call), { code: 'provider_garbage' });
  },
);

test('a script that reached its end counts, whatever the connection does afterwards', async () => {
  standIn.always('script', brokenAnswers.longerThanSaid);
  expect(await makeCall(engines, 'script')).toMatch(/^A dog waits.*has it\.$/u);
});

test('an error in a stream ends the script with that error', async () => {
  standIn.always('script', oddChats.errorInTheMiddle);
  await expectFailure(makeCall(engines, 'script'), { code: 'provider_unavailable' });
});

test('sound that breaks off fails after it has begun', async () => {
  standIn.always('speech', brokenAnswers.cutInTheMiddle);
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const sound = await engines.speech.speak({ text: 'A dog runs.', voice: 'nova', language, signal });
  if (sound.format !== 'mp3') throw new Error('not mp3');
  let bytes = 0;
  const error = await catchError(
    (async () => {
      for await (const piece of sound.bytes) bytes += piece.byteLength;
    })(),
  );
  expect(bytes).toBeGreaterThan(0);
  expectFault(error, { code: 'provider_garbage' }, secrets);
});

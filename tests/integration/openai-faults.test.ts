import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { oddChats, refusals } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, makeCall, providerCalls, testKey } from '../support/provider-calls.ts';

let standIn: OpenAiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  engines = createTestEngines(standIn.baseUrl);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

interface Expected {
  readonly fault: string;
  readonly behaviour: Behaviour;
  readonly code: ErrorCode;
  readonly retryAfterSeconds?: number | undefined;
}

function when(fault: string, behaviour: Behaviour, code: ErrorCode, retryAfterSeconds?: number): Expected {
  return { fault, behaviour, code, retryAfterSeconds };
}

const faults: readonly Expected[] = [
  when('refuses the request (400)', refusals.badRequest, 'provider_unavailable'),
  when('refuses the content (400)', refusals.contentPolicy, 'content_refused'),
  when('refuses the key (401)', refusals.invalidKey, 'provider_unavailable'),
  when('refuses the country (403)', refusals.forbidden, 'provider_unavailable'),
  when('does not know the model (404)', refusals.unknownModel, 'provider_unavailable'),
  when('has a conflict (409)', refusals.conflict, 'provider_busy', 30),
  when('cannot process it (422)', refusals.unprocessable, 'provider_unavailable'),
  when('is busy (429)', refusals.rateLimit, 'provider_busy', 30),
  when('is busy for 2 seconds (429)', refusals.rateLimitFor2s, 'provider_busy', 2),
  when('is busy for an hour (429)', refusals.rateLimitForAnHour, 'provider_busy', 3600),
  when('wants to be paid (429)', refusals.outOfQuota, 'provider_unavailable'),
  when('has an error (500)', refusals.serverError, 'provider_unavailable'),
  when('is behind a broken gateway (502)', refusals.badGateway, 'provider_unavailable'),
  when('is overloaded (503)', refusals.overloaded, 'provider_busy', 30),
  when('redirects to an inner host (307)', brokenAnswers.redirectInside, 'provider_unavailable'),
  when('resets the connection', brokenAnswers.reset, 'provider_unavailable'),
  when('breaks off in the middle', brokenAnswers.cutInTheMiddle, 'provider_garbage'),
  when('answers with a web page', brokenAnswers.html, 'provider_garbage'),
  when(
    'answers with a web page under a false name',
    brokenAnswers.htmlThatClaimsToBeRight,
    'provider_garbage',
  ),
  when('answers with nothing', brokenAnswers.empty, 'provider_garbage'),
  when('answers that there is no content (204)', brokenAnswers.noContent, 'provider_garbage'),
  when('answers without end', brokenAnswers.endless, 'provider_garbage'),
];

const silences: readonly Expected[] = [
  when('never answers', brokenAnswers.noHeaders, 'provider_timeout'),
  when('falls silent after the headers', brokenAnswers.headersThenSilence, 'provider_timeout'),
  when('falls silent in the middle', brokenAnswers.halfThenSilence, 'provider_timeout'),
  when('sends a byte now and then', brokenAnswers.dripping, 'provider_timeout'),
];

const chatFaults: readonly Expected[] = [
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

async function catchError(work: Promise<unknown>): Promise<CodedError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CodedError)) throw new Error('Expected a CodedError', { cause: error });
  return error;
}

function expectFault(error: CodedError, code: ErrorCode, retryAfterSeconds: number | undefined) {
  expect(error.code).toBe(code);
  expect(error.retryAfterSeconds).toBe(retryAfterSeconds);
  expect(error.message).toMatch(/^\p{Lu}.+\.$/u);
  const everything = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
  expect(everything).not.toContain(testKey);
  expect(everything).not.toContain('Bearer s');
  expect(everything).not.toContain('base64');
}

describe.each(providerCalls)('when for %s the provider', call => {
  test.each(faults)('$fault, the person is told so', async ({ behaviour, code, retryAfterSeconds }) => {
    standIn.always(call, behaviour);
    expectFault(await catchError(makeCall(engines, call)), code, retryAfterSeconds);
    expect(standIn.requests).toHaveLength(1);
  });

  test.each(silences)('$fault, it is not waited for without end', async ({ behaviour, code }) => {
    standIn.always(call, behaviour);
    const impatient = createTestEngines(standIn.baseUrl, { timeoutMs: 300 });
    expectFault(await catchError(makeCall(impatient, call)), code, undefined);
    expect(await standIn.requests[0]?.closed).toMatchObject({ early: true });
  });

  test('cannot be reached, the person is told so', async () => {
    const closed = await startOpenAiStandIn();
    await closed.close();
    const unreachable = createTestEngines(closed.baseUrl);
    expectFault(await catchError(makeCall(unreachable, call)), 'provider_unavailable', undefined);
  });

  test('has a name that nobody knows, the person is told so', async () => {
    const nowhere = createTestEngines('http://provider.invalid/v1');
    expectFault(await catchError(makeCall(nowhere, call)), 'provider_unavailable', undefined);
  });

  test('works again after a fault, the next call works', async () => {
    standIn.next(call, brokenAnswers.cutInTheMiddle);
    await catchError(makeCall(engines, call));
    expect(await makeCall(engines, call)).toBeTruthy();
  });

  test('fails twice and then answers, nobody notices', async () => {
    standIn.next(call, refusals.rateLimitFor1ms, refusals.serverErrorFor1ms);
    expect(await makeCall(createTestEngines(standIn.baseUrl, { maxRetries: 2 }), call)).toBeTruthy();
    expect(standIn.requests).toHaveLength(3);
  });

  test.each([
    ['wants to be paid', refusals.outOfQuota],
    ['asks to wait longer than eight seconds', refusals.rateLimitForAnHour],
    ['redirects', brokenAnswers.redirectInside],
    ['sends a web page', brokenAnswers.html],
  ])('%s, it is asked only once', async (_, behaviour) => {
    standIn.always(call, behaviour);
    await catchError(makeCall(createTestEngines(standIn.baseUrl, { maxRetries: 2 }), call));
    expect(standIn.requests).toHaveLength(1);
  });
});

describe.each(['vision', 'script'] as const)('when for %s the model', call => {
  test.each(chatFaults)('$fault, the person is told so', async ({ behaviour, code }) => {
    standIn.always(call, behaviour);
    expectFault(await catchError(makeCall(engines, call)), code, undefined);
  });

  test('reaches its limit, its last whole sentence is the end', async () => {
    standIn.always(call, oddChats.cutAtLimit);
    expect(String(await makeCall(engines, call)).trim()).toBe('A dog runs.');
  });

  test('writes NUL and halves of characters, they are left out', async () => {
    standIn.always(call, oddChats.loneSurrogates);
    expect(await makeCall(engines, call)).toBe('A dog runs. It barks.');
  });

  test('writes bytes that are no text, they are left out', async () => {
    standIn.always(call, oddChats.badUtf8);
    const text = String(await makeCall(engines, call));
    expect(text).toMatch(/dog/);
    expect(text).not.toContain('\uFFFD');
  });
});

test.each(['vision', 'speech'] as const)(
  '%s that is shorter than the provider said is not taken',
  async call => {
    standIn.always(call, brokenAnswers.longerThanSaid);
    expectFault(await catchError(makeCall(engines, call)), 'provider_garbage', undefined);
  },
);

test('a script that reached its end counts, whatever the connection does afterwards', async () => {
  standIn.always('script', brokenAnswers.longerThanSaid);
  expect(await makeCall(engines, 'script')).toMatch(/^A dog waits.*has it\.$/u);
});

test('an error in the middle of a stream ends the script with that error', async () => {
  standIn.always('script', oddChats.errorInTheMiddle);
  expectFault(await catchError(makeCall(engines, 'script')), 'provider_unavailable', undefined);
});

test('sound that breaks off has begun before it fails', async () => {
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
  expectFault(error, 'provider_garbage', undefined);
});

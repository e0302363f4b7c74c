import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines, Usage } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { failToConnect, unusedAddress } from '../support/failing-connections.ts';
import { createTestEngines, makeCall, testKey, type WorkCall, workCalls } from '../support/gemini-calls.ts';
import { brokenStreams, emptyAnswers, geminiRefusals, secretScript } from '../support/gemini-faults.ts';
import { type GeminiCall, type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
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

let standIn: GeminiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startGeminiStandIn();
});
beforeEach(() => {
  standIn.reset();
  // Findings are cached, so each test has its own engines.
  engines = createTestEngines(standIn.baseUrl);
});
afterAll(() => standIn.close());

const turnedAway = { message: engineMessages.keyNotAllowed };
const wrongKey = { message: engineMessages.keyRejected };
const spent = { message: engineMessages.outOfCredit };
const busy = { retryAfterSeconds: 30 };
const tooLong = { message: engineMessages.textTooLong };
const refused = geminiRefusals;

const refusals: readonly ProviderFault<GeminiCall>[] = [
  when('refuses the key (400)', refused.invalidKey, 'provider_unavailable', wrongKey),
  when('finds the key too old (400)', refused.expiredKey, 'provider_unavailable', wrongKey),
  when('misses the key (403)', refused.missingKey, 'provider_unavailable', turnedAway),
  when('knows the key as stolen (403)', refused.leakedKey, 'provider_unavailable', wrongKey),
  when('keeps the key from this service (403)', refused.serviceBlocked, 'provider_unavailable', turnedAway),
  when('does not serve the country (400)', refused.location, 'provider_unavailable', {
    message: engineMessages.countryNotServed,
  }),
  when('wants a bank account first (400)', refused.noBilling, 'provider_unavailable', spent),
  when('has no credit left (402)', refused.outOfCredit, 'provider_unavailable', spent),
  when('refuses the request (400)', refused.badRequest, 'provider_unavailable', {
    message: engineMessages.requestRejected,
  }),
  when('finds the text too long (400)', refused.tooManyTokens, 'provider_unavailable', tooLong),
  when('finds the request too large (413)', refused.tooLarge, 'provider_unavailable', tooLong),
  when('is busy for 41 seconds (429)', refused.minute, 'provider_busy', { retryAfterSeconds: 41 }),
  when('is busy (429)', refused.minuteWithoutDelay, 'provider_busy', busy),
  when('is busy for a second and a half (429)', refused.twoSeconds, 'provider_busy', {
    retryAfterSeconds: 2,
  }),
  when('is busy, as its head alone says (503)', refused.busyFor3s, 'provider_busy', { retryAfterSeconds: 3 }),
  when('has given all it gives in a day (429)', refused.day, 'provider_unavailable', {
    message: engineMessages.dailyLimitFor,
    retryAfterSeconds: 6776,
  }),
  when('has given all it gives for nothing in a day (429)', refused.freeDay, 'provider_unavailable', {
    message: engineMessages.dailyLimit,
  }),
  when('does not include the model (429)', refused.notIncluded, 'provider_unavailable', {
    message: engineMessages.modelNotInPlan,
  }),
  when('has an error (500)', refused.internal, 'provider_unavailable'),
  when('has an error and cannot say it (500)', refused.brokenRefusal, 'provider_unavailable'),
  when('is behind a broken gateway (502)', refused.badGateway, 'provider_unavailable'),
  when('is overloaded (503)', refused.overloaded, 'provider_busy', busy),
  when('is overloaded, and says so in a list (503)', refused.listedOverload, 'provider_busy', busy),
  when('did not finish in time (504)', refused.deadline, 'provider_timeout'),
];

const broken: readonly ProviderFault<GeminiCall>[] = [
  ...connectionFaults,
  when('says a wrong length', brokenAnswers.longerThanSaid, 'provider_garbage'),
  when('ends too early', brokenAnswers.endsTooEarly, 'provider_garbage'),
  when('answers with a page under a false name', brokenAnswers.htmlThatClaimsToBeRight, 'provider_garbage'),
];

const empty = emptyAnswers;
const blocks: readonly ProviderFault<GeminiCall>[] = [
  when('blocks the question', empty.blockedForSafety, 'content_refused'),
  when('blocks the question as prohibited', empty.blockedAsProhibited, 'content_refused'),
  when('blocks a word of the question', empty.blockedByList, 'content_refused'),
  when('blocks the question for other reasons', empty.blockedForOther, 'content_refused'),
  when('blocks a picture', empty.blockedPicture, 'content_refused'),
  when('blocks its answer', empty.safety, 'content_refused'),
  when('blocks its answer as prohibited', empty.prohibited, 'content_refused'),
  when('blocks its answer as somebody’s work', empty.recitation, 'content_refused'),
  when('blocks its answer as personal', empty.personalData, 'content_refused'),
  when('does not know the language', empty.otherLanguage, 'provider_unavailable', {
    message: engineMessages.languageNotSpoken,
  }),
  when('gives up for other reasons', empty.other, 'provider_garbage'),
  when('gives up on itself', empty.malformed, 'provider_garbage'),
  when('ends for a reason of tomorrow', empty.ofTomorrow, 'provider_garbage'),
  when('gives no candidates', empty.noCandidates, 'provider_garbage'),
  when('gives nothing at all', empty.nothingAtAll, 'provider_garbage'),
  when('writes nothing', empty.emptyText, 'provider_garbage'),
];

const secrets = [testKey, secretScript, 'A dog runs', 'pass a valid API key', 'overloaded', 'quota,'];

async function expectFailure(work: Promise<unknown>, expected: ExpectedError): Promise<void> {
  expectFault(await catchError(work), expected, secrets);
}

function countRequests(call: GeminiCall): number {
  return standIn.requests.filter(request => request.call === call).length;
}

/** The call that each call needs first. */
const needs: Readonly<Record<'models' | WorkCall, WorkCall>> = {
  models: 'vision',
  vision: 'vision',
  script: 'script',
  speech: 'speech',
};

describe.each(['models', ...workCalls] as const)('when for %s the provider', call => {
  test.each([...refusals, ...broken])('$fault, the error says so', async expected => {
    standIn.always(call, expected.behaviour);
    await expectFailure(makeCall(engines, needs[call]), expected);
    // A writer is asked once more without worked examples.
    expect(countRequests(call)).toBe(call === 'script' && expected.message === tooLong.message ? 2 : 1);
  });

  testRows(silences, () => call === 'speech')('$fault, it is given up without a retry', async expected => {
    standIn.always(call, expected.behaviour);
    const impatient = createTestEngines(standIn.baseUrl, { timeoutMs: 300, ...usualTries });
    await expectFailure(makeCall(impatient, needs[call]), expected);
    expect(countRequests(call)).toBe(1);
    const request = standIn.requests.find(each => each.call === call);
    expect(await request?.closed).toMatchObject({ early: true });
  });

  test.each([
    ['is busy for longer than eight seconds', refused.minute],
    ['has reached its daily limit', refused.day],
    ['has no credit left', refused.outOfCredit],
    ['refuses the key', refused.invalidKey],
    ['redirects', brokenAnswers.redirectInside],
    ['sends a web page', brokenAnswers.html],
    ['is behind an impatient gateway', brokenAnswers.gatewayTimeout],
    ['breaks the connection, and may have been paid', brokenAnswers.reset],
  ])('%s, it is asked only once', async (_, behaviour) => {
    standIn.always(call, behaviour);
    await catchError(makeCall(createTestEngines(standIn.baseUrl, usualTries), needs[call]));
    expect(countRequests(call)).toBe(1);
  });
});

describe.each(workCalls)('when for %s the provider', call => {
  test.each(blocks)('$fault, the error says so, and usage is recorded', async expected => {
    const noted: Usage[] = [];
    standIn.always(call, expected.behaviour);
    await expectFailure(makeCall(engines, call, { noteUsage: usage => noted.push(usage) }), expected);
    expect(noted).toHaveLength(countRequests(call));
  });

  test('no longer has the model, the error says so, and models are listed again', async () => {
    standIn.next(call, refused.modelNotFound);
    await expectFailure(makeCall(engines, call), {
      code: 'provider_unavailable',
      message: engineMessages.modelUnavailable,
    });
    await makeCall(engines, call);
    expect(countRequests('models')).toBe(2);
  });

  test('recovers, the next call works', async () => {
    standIn.next(call, brokenAnswers.cutInTheMiddle);
    await catchError(makeCall(engines, call));
    expect(await makeCall(engines, call)).toBeTruthy();
  });

  test('fails twice and then answers, the retries hide it', async () => {
    standIn.next(call, refused.busyFor1ms, refused.internalFor1ms);
    expect(await makeCall(createTestEngines(standIn.baseUrl, usualTries), call)).toBeTruthy();
    expect(countRequests(call)).toBe(3);
  });

  test('refuses, nothing was used, and the use is given back', async () => {
    const noted: Usage[] = [];
    standIn.always(call, refused.badRequest);
    const error = await catchError(makeCall(engines, call, { noteUsage: usage => noted.push(usage) }));
    expect([error.costsNothing, noted]).toEqual([true, []]);
  });
});

describe.each(['script', 'speech'] as const)('when in the middle of %s the provider', call => {
  test.each([
    when('says that it is overloaded', brokenStreams.errorEvent, 'provider_busy', busy),
    when('says so as no event', brokenStreams.rawError, 'provider_busy', busy),
    when('says so as no event, in two pieces', brokenStreams.rawErrorInTwo, 'provider_garbage'),
    when('says so as another event', brokenStreams.namedErrorEvent, 'provider_garbage'),
    when('sends what is no JSON', brokenStreams.brokenJson, 'provider_garbage'),
    when('ends without a reason', brokenStreams.endsWithoutReason, 'provider_garbage'),
  ])('$fault, the error says so, and the call may have been charged', async expected => {
    standIn.always(call, expected.behaviour);
    const error = await catchError(makeCall(engines, call));
    expectFault(error, expected, secrets);
    expect(error.costsNothing).toBe(false);
    expect(countRequests(call)).toBe(1);
  });
});

test('a failed list of models costs nothing', async () => {
  standIn.always('models', brokenAnswers.cutInTheMiddle);
  expect((await catchError(makeCall(engines, 'speech'))).costsNothing).toBe(true);
});

test('a failed connection for the list of models is not retried', async () => {
  await makeCall(engines, 'script');
  const { fetch, count } = failToConnect('ECONNREFUSED', 2);
  const patient = createTestEngines(standIn.baseUrl, { ...usualTries, fetch });
  await catchError(makeCall(patient, 'script'));
  expect(count()).toBe(1);
});

test('an unreachable or unknown host gives its own error', async () => {
  const expected = { code: 'provider_unavailable', message: engineMessages.unreachable } as const;
  await expectFailure(makeCall(createTestEngines(unusedAddress), 'vision'), expected);
  const { fetch } = failToConnect('ENOTFOUND', 1);
  await expectFailure(makeCall(createTestEngines('http://provider.invalid', { fetch }), 'speech'), expected);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { secretScript } from '../support/elevenlabs-bodies.ts';
import { beginSpeaking, createTestSpeech, speakWhole, testKey } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import {
  type ElevenLabsCall,
  type ElevenLabsStandIn,
  startElevenLabsStandIn,
} from '../support/elevenlabs-stand-in.ts';
import { failToConnect, unusedAddress } from '../support/failing-connections.ts';
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

let standIn: ElevenLabsStandIn;
let speech: SpeechEngine;

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
});
beforeEach(() => {
  standIn.reset();
  // Voice lists are cached, so each test has its own engine.
  speech = createTestSpeech(standIn.baseUrl);
});
afterAll(() => standIn.close());

const calls = ['voices', 'speech'] as const satisfies readonly ElevenLabsCall[];

const spent = { message: engineMessages.outOfCredit };
const turnedAway = { message: engineMessages.keyRejected };
const notAllowed = { message: engineMessages.keyNotAllowed };
const noModel = { message: engineMessages.modelUnavailable };
const busy = { retryAfterSeconds: 30 };
const notTaken = { message: engineMessages.textRejected };
const refused = elevenLabsRefusals;

const refusals: readonly ProviderFault<ElevenLabsCall>[] = [
  when('has no credit left (401)', refused.quota, 'provider_unavailable', spent),
  when('has no credit left, in its older words (401)', refused.earlierQuota, 'provider_unavailable', spent),
  when('wants a better plan (402)', refused.paidPlan, 'provider_unavailable', spent),
  when('refuses the key (401)', refused.invalidKey, 'provider_unavailable', turnedAway),
  when('misses the key (401)', refused.missingKey, 'provider_unavailable', turnedAway),
  when('gives the key no permission (401)', refused.missingPermissions, 'provider_unavailable', notAllowed),
  when('suspects abuse (401)', refused.unusualActivity, 'provider_unavailable', notAllowed),
  when('keeps the voice for others (403)', refused.onlyForCreator, 'provider_unavailable', notAllowed),
  when('refuses the content (403)', refused.contentPolicy, 'content_refused'),
  when('does not know the model (400)', refused.modelNotFound, 'provider_unavailable', noModel),
  when('has another use for the model (400)', refused.unsupportedModel, 'provider_unavailable', noModel),
  when('is somewhere else (404)', refused.plainNotFound, 'provider_unavailable', noModel),
  when('finds the text too long (400)', refused.tooLong, 'provider_unavailable', notTaken),
  when('finds a field wrong (422)', refused.invalidFields, 'provider_unavailable', notTaken),
  when('speaks too much at once (429)', refused.tooManyConcurrent, 'provider_busy', busy),
  when('speaks too much at once, in its new words (429)', refused.concurrentLimit, 'provider_busy', busy),
  when('is busy (429)', refused.systemBusy, 'provider_busy', busy),
  when('is busy for 2 seconds (429)', refused.systemBusyFor2s, 'provider_busy', { retryAfterSeconds: 2 }),
  when('is busy for an hour (429)', refused.systemBusyForAnHour, 'provider_busy', {
    message: engineMessages.busyFor,
    retryAfterSeconds: 3600,
  }),
  when('has a conflict (409)', refused.conflict, 'provider_busy', busy),
  when('has an error (500)', refused.server, 'provider_unavailable'),
  when('is behind a broken gateway (502)', refused.badGateway, 'provider_unavailable'),
  when('is overloaded (503)', refused.unavailable, 'provider_busy', busy),
  when('is behind an impatient gateway (504)', refused.gatewayTimeout, 'provider_timeout'),
];

const broken: readonly ProviderFault<ElevenLabsCall>[] = [
  ...connectionFaults,
  when('says a wrong length', brokenAnswers.longerThanSaid, 'provider_garbage'),
  when('answers with a page under a false name', brokenAnswers.htmlThatClaimsToBeRight, 'provider_garbage'),
];

const secrets = [testKey, secretScript, 'A dog runs', 'Free Tier', 'credits', 'Terms of Service'];

async function expectFailure(work: Promise<unknown>, expected: ExpectedError): Promise<void> {
  expectFault(await catchError(work), expected, secrets);
}

function countRequests(call: ElevenLabsCall): number {
  return standIn.requests.filter(request => request.call === call).length;
}

describe.each(calls)('when for %s the provider', call => {
  test.each([...refusals, ...broken])('$fault, the error says so', async expected => {
    standIn.always(call, expected.behaviour);
    await expectFailure(speakWhole(speech), expected);
    expect(countRequests(call)).toBe(1);
  });

  test.each(silences)('$fault, it is given up without a retry', async expected => {
    standIn.always(call, expected.behaviour);
    const impatient = createTestSpeech(standIn.baseUrl, { timeoutMs: 300, ...usualTries });
    await expectFailure(speakWhole(impatient), expected);
    expect(countRequests(call)).toBe(1);
    const request = standIn.requests.find(each => each.call === call);
    expect(await request?.closed).toMatchObject({ early: true });
  });

  test('recovers, the next call works', async () => {
    standIn.next(call, brokenAnswers.cutInTheMiddle);
    await catchError(speakWhole(speech));
    expect(await speakWhole(speech)).toBeGreaterThan(1000);
  });

  test('fails twice and then answers, the retries hide it', async () => {
    standIn.next(call, refused.systemBusyFor1ms, refused.serverFor1ms);
    expect(await speakWhole(createTestSpeech(standIn.baseUrl, usualTries))).toBeGreaterThan(1000);
    expect(countRequests(call)).toBe(3);
  });

  test.each([
    ['has no credit left', refused.quotaAsTooMany],
    ['asks to wait longer than eight seconds', refused.systemBusyForAnHour],
    ['refuses the key', refused.invalidKey],
    ['redirects', brokenAnswers.redirectInside],
    ['sends a web page', brokenAnswers.html],
    ['is behind an impatient gateway', refused.gatewayTimeout],
    ['breaks the connection, and may have been paid', brokenAnswers.reset],
  ])('%s, it is asked only once', async (_, behaviour) => {
    standIn.always(call, behaviour);
    await catchError(speakWhole(createTestSpeech(standIn.baseUrl, usualTries)));
    expect(countRequests(call)).toBe(1);
  });
});

test('two failed connections before an answer are hidden by retries', {
  tags: 'long',
}, async () => {
  const { fetch, count } = failToConnect('ECONNREFUSED', 2);
  expect(await speakWhole(createTestSpeech(standIn.baseUrl, { ...usualTries, fetch }))).toBeGreaterThan(1000);
  // Three times the list of voices, once the sound.
  expect(count()).toBe(4);
});

test('a connection time-out is not retried', async () => {
  const { fetch, count } = failToConnect('UND_ERR_CONNECT_TIMEOUT', 3);
  const speech = createTestSpeech(standIn.baseUrl, { ...usualTries, fetch });
  await expectFailure(speakWhole(speech), { code: 'provider_timeout' });
  expect(count()).toBe(1);
});

test('an unreachable or unknown host gives its own error', async () => {
  const expected = { code: 'provider_unavailable', message: engineMessages.unreachable } as const;
  await expectFailure(speakWhole(createTestSpeech(unusedAddress)), expected);
  const { fetch } = failToConnect('ENOTFOUND', 1);
  await expectFailure(speakWhole(createTestSpeech('http://provider.invalid', { fetch })), expected);
});

test('sound that breaks off fails after it has begun', async () => {
  standIn.always('speech', brokenAnswers.cutInTheMiddle);
  const sound = await beginSpeaking(speech);
  let bytes = 0;
  const error = await catchError(
    (async () => {
      for await (const piece of sound) bytes += piece.byteLength;
    })(),
  );
  expect(bytes).toBeGreaterThan(0);
  expect(error.code).toBe('provider_garbage');
});

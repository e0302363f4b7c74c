import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Usage } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { describeDisconnecting, expectCutOff } from '../support/disconnecting-clients.ts';
import { unusedAddress } from '../support/failing-connections.ts';
import { vendorErrors } from '../support/mistral-bodies.ts';
import {
  createTestEngines,
  makeCall,
  type TestEngines,
  testKey,
  workCalls,
} from '../support/mistral-calls.ts';
import {
  type MistralCall,
  type MistralStandIn,
  sendError,
  startMistralStandIn,
} from '../support/mistral-stand-in.ts';
import {
  catchError,
  connectionFaults,
  expectFault,
  type ProviderFault,
  silences,
  usualTries,
  when,
} from '../support/provider-faults.ts';
import type { ProviderBehaviour } from '../support/provider-stand-in.ts';
import { testRows } from '../support/test-rows.ts';

let standIn: MistralStandIn;
let engines: TestEngines;
let noted: Usage[];

beforeAll(async () => {
  standIn = await startMistralStandIn();
});
beforeEach(() => {
  standIn.reset();
  noted = [];
  engines = createTestEngines(standIn.baseUrl);
});
afterAll(() => standIn.close());

function refuse(
  name: keyof typeof vendorErrors,
  headers: Record<string, string> = {},
): ProviderBehaviour<MistralCall> {
  const [status, body] = vendorErrors[name];
  return sendError(status, body, headers);
}

const rejected = { message: engineMessages.keyRejected };
const notAllowed = { message: engineMessages.keyNotAllowed };
const unknown = { message: engineMessages.modelUnavailable };
const refusals: readonly ProviderFault<MistralCall>[] = [
  when('refuses the request (400)', refuse('badRequest'), 'provider_unavailable'),
  when('does not know the model (400)', refuse('unknownModel'), 'provider_unavailable', unknown),
  when('refuses the key (401)', refuse('unauthorized'), 'provider_unavailable', rejected),
  when('does not permit it (403)', refuse('forbidden'), 'provider_unavailable', notAllowed),
  when('finds a value invalid (422)', refuse('invalid'), 'provider_unavailable'),
  when('is busy (429)', refuse('rateLimit', { 'retry-after': '41' }), 'provider_busy', {
    retryAfterSeconds: 41,
  }),
  when('has no capacity left (429)', refuse('capacity'), 'provider_busy', { retryAfterSeconds: 30 }),
  when('has an error (500)', refuse('internal'), 'provider_unavailable'),
  when('is overloaded (503)', refuse('unavailable'), 'provider_busy', { retryAfterSeconds: 30 }),
  when('did not finish in time (504)', refuse('timeout'), 'provider_timeout'),
];

const secrets = [testKey, 'A dog runs', 'rate limit exceeded'];
const count = (call: MistralCall) => standIn.requests.filter(each => each.call === call).length;

describe.each(workCalls)('when for %s the provider', call => {
  test.each([...refusals, ...connectionFaults])('$fault, the error says so', async fault => {
    standIn.always(call, fault.behaviour);
    const error = await catchError(makeCall(engines, call, { noteUsage: usage => noted.push(usage) }));
    expectFault(error, fault, secrets);
    // A chat is counted by its answer.
    if (call === 'speech' || call === 'transcription') expect(noted).toHaveLength(error.costsNothing ? 0 : 1);
  });

  testRows(silences, () => call === 'speech')('$fault, it is given up without a retry', async fault => {
    // The lists come first, and in time.
    await makeCall(engines, call);
    standIn.always(call, fault.behaviour);
    const before = count(call);
    const impatient = createTestEngines(standIn.baseUrl, { timeoutMs: 300, ...usualTries });
    expectFault(await catchError(makeCall(impatient, call)), fault, secrets);
    expect(count(call)).toBe(before + 1);
  });

  test('fails twice and then answers, the retries hide it', async () => {
    standIn.next(
      call,
      refuse('unavailable', { 'retry-after-ms': '1' }),
      refuse('internal', { 'retry-after-ms': '1' }),
    );
    expect(await makeCall(createTestEngines(standIn.baseUrl, usualTries), call)).toBeTruthy();
    expect(count(call)).toBe(3);
  });

  test('answers without end, it is cut off before it fills the memory', { tags: 'long' }, async () => {
    await makeCall(engines, call);
    standIn.always(call, brokenAnswers.endless);
    await expectCutOff(standIn, () => makeCall(engines, call));
  });
});

test.each([...refusals.slice(2), ...connectionFaults])(
  'when for the list of voices the provider $fault, speaking fails so, and costs nothing',
  async fault => {
    standIn.always('voices', fault.behaviour);
    const error = await catchError(makeCall(engines, 'speech'));
    expectFault(error, fault, secrets);
    expect([error.costsNothing, count('speech')]).toEqual([true, 0]);
  },
);

test.each([
  ['no sound', { audio_data: '' }],
  ['a web page as sound', { audio_data: Buffer.from('<html></html>').toString('base64') }],
  ['no field for it', { audio: '' }],
])('speech with %s is an error', async (_, body) => {
  standIn.always('speech', sendError(200, body));
  expect(await catchError(makeCall(engines, 'speech'))).toMatchObject({ code: 'provider_garbage' });
});

test('an unreachable host gives its own error', async () => {
  const error = await catchError(makeCall(createTestEngines(unusedAddress), 'speech'));
  expectFault(error, { code: 'provider_unavailable', message: engineMessages.unreachable }, secrets);
});

const before = {
  vision: ['models'],
  script: ['models'],
  speech: ['models', 'voices'],
  transcription: ['models'],
};

for (const call of workCalls)
  describeDisconnecting(`a client that disconnects during ${call}`, {
    call,
    getStandIn: () => standIn,
    work: signal =>
      makeCall(createTestEngines(standIn.baseUrl, usualTries), call, {
        signal,
        noteUsage: usage => noted.push(usage),
      }),
    busyFor2s: refuse('rateLimit', { 'retry-after': '2' }),
    before: before[call] as MistralCall[],
  });

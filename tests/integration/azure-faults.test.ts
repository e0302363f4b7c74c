import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Usage } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { vendorErrors } from '../support/azure-bodies.ts';
import { createTestEngines, makeCall, speechKey, testKey, workCalls } from '../support/azure-calls.ts';
import { type AzureBehaviour, type AzureCall, refuse, startAzureStandIn } from '../support/azure-stand-in.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { describeDisconnecting, expectCutOff } from '../support/disconnecting-clients.ts';
import { completionBody, completionChunks, eventStreamText } from '../support/openai-bodies.ts';
import {
  catchError,
  connectionFaults,
  expectFault,
  type ProviderFault,
  silences,
  usualTries,
  when,
} from '../support/provider-faults.ts';
import type { ProviderStandIn } from '../support/provider-stand-in.ts';

let standIn: ProviderStandIn<AzureCall>;
let engines: ReturnType<typeof createTestEngines>;
let noted: Usage[];

beforeAll(async () => {
  standIn = await startAzureStandIn();
});
beforeEach(() => {
  standIn.reset();
  noted = [];
  engines = createTestEngines(standIn.origin);
});
afterAll(() => standIn.close());

const rejected = { message: engineMessages.keyRejected };
const notAllowed = { message: engineMessages.keyNotAllowed };

const refusals: readonly ProviderFault<AzureCall>[] = [
  when('refuses the key (401)', refuse(401, vendorErrors.unauthorized), 'provider_unavailable', rejected),
  when('lacks a role (403)', refuse(403, vendorErrors.noRole), 'provider_unavailable', notAllowed),
  when('is busy (429)', refuse(429, vendorErrors.rateLimit, { 'retry-after': '27' }), 'provider_busy', {
    retryAfterSeconds: 27,
  }),
  when('has an error (500)', refuse(500, vendorErrors.server), 'provider_unavailable'),
  when('is behind a broken gateway (502)', refuse(502, vendorErrors.server), 'provider_unavailable'),
  when('is overloaded (503)', refuse(503, vendorErrors.server), 'provider_busy', { retryAfterSeconds: 30 }),
];

const count = (call: AzureCall) => standIn.requests.filter(each => each.call === call).length;
const secrets = [testKey, speechKey, 'A dog runs', 'subscription key', 'principal'];

async function expectFailure(work: Promise<unknown>, fault: Parameters<typeof expectFault>[1]) {
  expectFault(await catchError(work), fault, secrets);
}

describe.each(workCalls)('when for %s the provider', call => {
  // What breaks a connection is tried once: the other calls share OpenAI's modules.
  test.each(call === 'ssml' ? [...refusals, ...connectionFaults] : refusals)(
    '$fault, the error says so',
    async fault => {
      standIn.always(call, fault.behaviour);
      await expectFailure(makeCall(engines, call), fault);
      expect(count(call)).toBe(1);
    },
  );

  test('fails twice and then answers, the retries hide it', async () => {
    const soon = { 'retry-after-ms': '1' };
    standIn.next(call, refuse(429, vendorErrors.rateLimit, soon), refuse(500, vendorErrors.server, soon));
    const patient = createTestEngines(standIn.origin, usualTries);
    expect(await makeCall(patient, call)).toBeTruthy();
    expect(count(call)).toBe(3);
  });

  test('refuses, nothing was used', async () => {
    standIn.always(call, refuse(401, vendorErrors.unauthorized));
    const error = await catchError(makeCall(engines, call, { noteUsage: usage => noted.push(usage) }));
    expect([error.costsNothing, noted]).toEqual([true, []]);
  });
});

describe.each(['vision', 'script', 'speech', 'transcription'] as const)('when for %s a deployment', call => {
  test('does not exist, the error says so', async () => {
    standIn.always(call, refuse(404, vendorErrors.noDeployment));
    await expectFailure(makeCall(engines, call), {
      code: 'provider_unavailable',
      message: engineMessages.modelUnavailable,
    });
    expect(count(call)).toBe(1);
  });

  test('filters the request, it is refused content', async () => {
    standIn.always(call, refuse(400, vendorErrors.contentFilter));
    await expectFailure(makeCall(engines, call), { code: 'content_refused' });
  });
});

function finishFiltered(isStream: boolean): AzureBehaviour {
  const reply = { content: isStream ? 'A dog' : null, finishReason: 'content_filter' };
  return ({ response }) => {
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(
      isStream
        ? eventStreamText(completionChunks('gpt-4o', reply))
        : JSON.stringify(completionBody('gpt-4o', reply)),
    );
  };
}

test.each(['vision', 'script'] as const)('a %s answer that is filtered is refused content', async call => {
  standIn.always(call, finishFiltered(call === 'script'));
  await expectFailure(makeCall(engines, call), { code: 'content_refused' });
});

test('a failed sign-in is like a refused key, is not retried, and sends nothing', async () => {
  let tries = 0;
  const loadCredential = async () => ({
    getToken: async () => {
      tries += 1;
      throw Object.assign(new Error('secret tenant'), { name: 'CredentialUnavailableError' });
    },
  });
  const signed = createTestEngines(standIn.origin, { ...usualTries, apiKey: undefined, loadCredential });
  const error = await catchError(makeCall(signed, 'script'));
  expectFault(error, { code: 'provider_unavailable', ...rejected }, [...secrets, 'secret tenant']);
  expect(error.cause).toMatchObject({ message: expect.stringContaining('CredentialUnavailableError') });
  expect([tries, standIn.requests.length]).toEqual([1, 0]);
});

test.each(silences)('when Azure Speech $fault, it is given up without a retry', async fault => {
  standIn.always('ssml', fault.behaviour);
  const impatient = createTestEngines(standIn.origin, { timeoutMs: 300, ...usualTries });
  await expectFailure(makeCall(impatient, 'ssml'), fault);
  expect(count('ssml')).toBe(1);
});

test('an answer without end is cut off before it fills the memory', { tags: 'long' }, async () => {
  await makeCall(engines, 'ssml');
  standIn.always('ssml', brokenAnswers.endless);
  await expectCutOff(standIn, () => makeCall(engines, 'ssml'));
});

for (const call of ['script', 'ssml'] as const)
  describeDisconnecting(`a client that disconnects during ${call}`, {
    call,
    getStandIn: () => standIn,
    work: signal => makeCall(createTestEngines(standIn.origin, usualTries), call, { signal }),
    busyFor2s: refuse(429, vendorErrors.rateLimit, { 'retry-after': '2' }),
  });

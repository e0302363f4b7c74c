import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines, Usage } from '#engines/ports.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { errorBody, eventStreamText, listEvents, vendorErrors } from '../support/anthropic-bodies.ts';
import {
  createTestEngines,
  makeCall,
  testKey,
  type WorkCall,
  workCalls,
} from '../support/anthropic-calls.ts';
import {
  type AnthropicCall,
  type AnthropicStandIn,
  sendError,
  startAnthropicStandIn,
} from '../support/anthropic-stand-in.ts';
import { brokenAnswers, startAnswer } from '../support/broken-answers.ts';
import { describeDisconnecting, expectCutOff } from '../support/disconnecting-clients.ts';
import { failToConnect, unusedAddress } from '../support/failing-connections.ts';
import {
  answerHalf,
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

let standIn: AnthropicStandIn;
let engines: Pick<Engines, WorkCall>;
let noted: Usage[];

beforeAll(async () => {
  standIn = await startAnthropicStandIn();
});
beforeEach(() => {
  standIn.reset();
  noted = [];
  engines = createTestEngines(standIn.baseUrl);
});
afterAll(() => standIn.close());

type Behaviour = ProviderBehaviour<AnthropicCall>;

function refuse(name: keyof typeof vendorErrors, headers: Record<string, string> = {}): Behaviour {
  const [status, body] = vendorErrors[name];
  return sendError(status, body, headers);
}

/** The worst refusal: it repeats the key and the script. */
const repeatsSecrets: Behaviour = exchange => {
  const words = `invalid x-api-key ${exchange.request.headers.authorization} A dog runs`;
  sendError(401, errorBody('authentication_error', words))(exchange);
};

const spent = { message: engineMessages.outOfCredit };
const rejected = { message: engineMessages.keyRejected };
const notAllowed = { message: engineMessages.keyNotAllowed };
const tooLong = { message: engineMessages.textTooLong };

const refusals: readonly ProviderFault<AnthropicCall>[] = [
  when('refuses the request (400)', refuse('badRequest'), 'provider_unavailable', {
    message: engineMessages.requestRejected,
  }),
  when('finds the text too long (400)', refuse('tooLong'), 'provider_unavailable', tooLong),
  when('has no credit left (400)', refuse('noCredit'), 'provider_unavailable', spent),
  when('is kept to a limit of the account (400)', refuse('ownLimit'), 'provider_unavailable', spent),
  when('refuses the key, and repeats it (401)', repeatsSecrets, 'provider_unavailable', rejected),
  when('wants to be paid (402)', refuse('billing'), 'provider_unavailable', spent),
  when('does not permit it (403)', refuse('forbidden'), 'provider_unavailable', notAllowed),
  when('has a conflict (409)', refuse('conflict'), 'provider_busy', { retryAfterSeconds: 30 }),
  when('finds the request too large (413)', refuse('tooLarge'), 'provider_unavailable', tooLong),
  when('is busy (429)', refuse('rateLimit', { 'retry-after': '41' }), 'provider_busy', {
    retryAfterSeconds: 41,
  }),
  when('has given all of the month (429)', refuse('tierLimit'), 'provider_unavailable', spent),
  when('has an error (500)', refuse('internal'), 'provider_unavailable'),
  when('did not finish in time (504)', refuse('timeout'), 'provider_timeout'),
  when('is overloaded (529)', refuse('overloaded'), 'provider_busy', { retryAfterSeconds: 30 }),
];

const needs = { models: 'vision', vision: 'vision', script: 'script' } as const;
const count = (call: AnthropicCall) => standIn.requests.filter(each => each.call === call).length;
const secrets = [testKey, 'A dog runs', 'x-api-key', 'credit balance', 'Internal server'];

async function expectFailure(work: Promise<unknown>, fault: Parameters<typeof expectFault>[1]) {
  expectFault(await catchError(work), fault, secrets);
}

describe.each(['models', ...workCalls] as const)('when for %s the provider', call => {
  test.each([...refusals, ...connectionFaults])('$fault, the error says so', async fault => {
    standIn.always(call, fault.behaviour);
    await expectFailure(makeCall(engines, needs[call]), fault);
    // A writer is asked once more without worked examples.
    expect(count(call)).toBe(call === 'script' && fault.message === tooLong.message ? 2 : 1);
  });

  testRows(silences, () => call === 'script')('$fault, it is given up without a retry', async fault => {
    standIn.always(call, fault.behaviour);
    const impatient = createTestEngines(standIn.baseUrl, { timeoutMs: 300, ...usualTries });
    await expectFailure(makeCall(impatient, needs[call]), fault);
    expect(count(call)).toBe(1);
    expect(await standIn.requests.find(each => each.call === call)?.closed).toMatchObject({ early: true });
  });

  test.each([
    ['is busy for longer than eight seconds', refuse('rateLimit', { 'retry-after': '41' })],
    ['has given all of the month', refuse('tierLimit')],
    ['is behind an impatient gateway', brokenAnswers.gatewayTimeout],
    ['breaks the connection, and may have been paid', brokenAnswers.reset],
  ])('%s, it is asked only once', async (_, behaviour) => {
    standIn.always(call, behaviour);
    await catchError(makeCall(createTestEngines(standIn.baseUrl, usualTries), needs[call]));
    expect(count(call)).toBe(1);
  });
});

function answerWith(reply: Partial<Parameters<typeof listEvents>[0]>): Behaviour {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      eventStreamText(
        listEvents({ model: 'claude-haiku-5-5', pieces: ['A dog runs.'], inputTokens: 9, ...reply }),
      ),
    );
  };
}

/** The first events of the normal stream, and then something else. */
function thenInTheStream(rest: string): Behaviour {
  return exchange => {
    startAnswer(exchange);
    const events = exchange.normal.body.toString().split(/(?<=\n\n)/u);
    exchange.response.end(events.slice(0, 4).join('') + rest);
  };
}

const overload = JSON.stringify(vendorErrors.overloaded[1]);

describe.each(workCalls)('when for %s the provider', call => {
  test.each([
    when('refuses by its rules', answerWith({ pieces: [], stopReason: 'refusal' }), 'content_refused'),
    when(
      'declines in plain words',
      answerWith({ pieces: ["I'm sorry, but I can't assist with that."] }),
      'content_refused',
    ),
    when('wants to use a tool', answerWith({ stopReason: 'tool_use' }), 'provider_garbage'),
    when('writes nothing', answerWith({ pieces: [] }), 'provider_garbage'),
    when(
      'thinks until its limit',
      answerWith({ pieces: [], thought: 'Hm.', stopReason: 'max_tokens' }),
      'provider_garbage',
      { message: engineMessages.nothingWritten },
    ),
    when('writes without end', answerWith({ pieces: ['word '.repeat(5000)] }), 'provider_garbage'),
    when(
      'says in the middle that it is overloaded',
      thenInTheStream(`event: error\ndata: ${overload}\n\n`),
      'provider_busy',
      { retryAfterSeconds: 30 },
    ),
    when(
      'sends what is no JSON',
      thenInTheStream('event: content_block_delta\ndata: {"delta\n\n'),
      'provider_garbage',
    ),
    when(
      'ends without a reason',
      thenInTheStream('event: ping\ndata: {"type": "ping"}\n\n'),
      'provider_garbage',
    ),
  ] satisfies ProviderFault<AnthropicCall>[])(
    '$fault, the error says so, and usage is recorded',
    async fault => {
      standIn.always(call, fault.behaviour);
      const error = await catchError(makeCall(engines, call, { noteUsage: usage => noted.push(usage) }));
      expectFault(error, fault, secrets);
      expect(error.costsNothing).toBe(false);
      expect([count(call), noted.length]).toEqual([1, 1]);
    },
  );

  test('thinks first, thoughts are not part of the text', async () => {
    standIn.next(call, answerWith({ thought: 'The user wants a story.' }));
    expect(await makeCall(engines, call)).toBe('A dog runs.');
  });

  test('hits the token limit, the text ends with a whole sentence', async () => {
    standIn.next(call, answerWith({ pieces: ['A dog runs. It barks at the'], stopReason: 'max_tokens' }));
    expect((await makeCall(engines, call)).trim()).toBe('A dog runs.');
  });

  test('no longer has the model, the error says so, and models are listed again', async () => {
    standIn.next(call, refuse('unknownModel'));
    await expectFailure(makeCall(engines, call), {
      code: 'provider_unavailable',
      message: engineMessages.modelUnavailable,
    });
    await makeCall(engines, call);
    expect(count('models')).toBe(2);
  });

  test('fails twice and then answers, the retries hide it', async () => {
    standIn.next(
      call,
      refuse('overloaded', { 'retry-after-ms': '1' }),
      refuse('internal', { 'retry-after-ms': '1' }),
    );
    expect(await makeCall(createTestEngines(standIn.baseUrl, usualTries), call)).toBeTruthy();
    expect(count(call)).toBe(3);
  });

  test('refuses, nothing was used, and the use is given back', async () => {
    standIn.always(call, refuse('badRequest'));
    const error = await catchError(makeCall(engines, call, { noteUsage: usage => noted.push(usage) }));
    expect([error.costsNothing, noted]).toEqual([true, []]);
  });

  test('answers without end, it is cut off before it fills the memory', { tags: 'long' }, async () => {
    await makeCall(engines, call);
    standIn.always(call, brokenAnswers.endless);
    await expectCutOff(standIn, () => makeCall(engines, call));
  });
});

test('an unreachable or unknown host gives its own error', async () => {
  const expected = { code: 'provider_unavailable', message: engineMessages.unreachable } as const;
  await expectFailure(makeCall(createTestEngines(unusedAddress), 'vision'), expected);
  const { fetch } = failToConnect('ENOTFOUND', 1);
  await expectFailure(makeCall(createTestEngines('http://provider.invalid', { fetch }), 'script'), expected);
});

for (const call of workCalls)
  describeDisconnecting(`a client that disconnects during ${call}`, {
    call,
    getStandIn: () => standIn,
    work: signal => {
      const patient = createTestEngines(standIn.baseUrl, usualTries);
      return makeCall(patient, call, { signal, noteUsage: usage => noted.push(usage) });
    },
    busyFor2s: refuse('rateLimit', { 'retry-after': '2' }),
    before: ['models'],
    countPaid: () => noted.length,
  });

test('a client that stops reading text closes the connection to the provider', async () => {
  standIn.always('script', answerHalf);
  const leaving = new AbortController();
  const requested = standIn.waitForRequest('script');
  const work = makeCall(engines, 'script', { signal: leaving.signal });
  const { closed } = await requested;
  leaving.abort();
  await expect(work).rejects.toMatchObject({ code: 'client_closed' });
  expect(await closed).toMatchObject({ early: true });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRealtimeSpeech } from '#engines/openai-realtime/speech.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { testKey } from '../support/provider-calls.ts';
import { catchError, type ExpectedError, expectFault } from '../support/provider-faults.ts';
import {
  collectUsage,
  composeSpeechRequest,
  createTestRealtime,
  speakSeconds,
} from '../support/realtime-calls.ts';
import { greetings, handshakes, oddTurns, turns } from '../support/realtime-faults.ts';
import type { GreetingBehaviour, TurnBehaviour } from '../support/realtime-session.ts';
import { type RealtimeStandIn, startRealtimeStandIn } from '../support/realtime-stand-in.ts';
import { testRows } from '../support/test-rows.ts';
import { trustCertificate } from '../support/trust-certificate.ts';

let standIn: RealtimeStandIn;

beforeAll(async () => {
  standIn = await startRealtimeStandIn();
  trustCertificate(standIn.certificate);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

/** Short, but longer than any immediate answer of the stand-in. */
const timeoutMs = 1500;
const secrets = [testKey, 'org-Secr3tOrganisation', composeSpeechRequest().text];

const turnedAway = { code: 'provider_unavailable', message: engineMessages.keyRejected } as const;
const outOfCredit = { code: 'provider_unavailable', message: engineMessages.outOfCredit } as const;
const unknownModel = { code: 'provider_unavailable', message: engineMessages.modelUnavailable } as const;
const garbage = { code: 'provider_garbage' } as const;
const silent = { code: 'provider_timeout' } as const;
const brokenOff = { code: 'provider_garbage', message: engineMessages.answerCut } as const;

type Row<Behaviour> = [fault: string, behaviour: Behaviour, expected: ExpectedError];

const greetingRows: Row<GreetingBehaviour>[] = [
  ['refuses the key', greetings.invalidKey, turnedAway],
  ['has no credit for this account', greetings.noCredit, outOfCredit],
  ['does not know the model', greetings.unknownModel, unknownModel],
  ['has a model that does not speak', greetings.notRealtime, unknownModel],
  ['closes with a reason, without a word', greetings.onlyCloses, turnedAway],
  ['closes for want of credit, without a word', greetings.onlyClosesWithoutCredit, outOfCredit],
  ['goes away at once', greetings.goesAway, { code: 'provider_unavailable' }],
  ['says nothing', greetings.silence, silent],
  ['hangs up', greetings.cut, brokenOff],
  ['sends a web page', greetings.noJson, garbage],
  ['sends an event without a type', greetings.noType, garbage],
  ['sends another shape', greetings.anotherShape, garbage],
  ['gives another voice', greetings.anotherVoice, garbage],
  ['gives another format', greetings.anotherFormat, garbage],
];

describe('when a session begins and the provider', () => {
  testRows(greetingRows, ([, , expected]) => expected !== silent)(
    '%s, the error says so',
    async (_, behaviour, expected) => {
      standIn.greetAlways(behaviour);
      const error = await catchError(speakSeconds(createTestRealtime(standIn, { timeoutMs })));
      expectFault(error, expected, secrets);
      await expectAllClosed();
    },
  );
});

const handshakeRows: Row<string>[] = [
  ['401', handshakes.unauthorized, turnedAway],
  ['404', handshakes.notFound, unknownModel],
  ['429', handshakes.busy, { code: 'provider_busy', retryAfterSeconds: 60 }],
  ['429 for want of credit', handshakes.noCredit, outOfCredit],
  ['503', handshakes.overloaded, { code: 'provider_busy', retryAfterSeconds: 30 }],
  ['504', handshakes.gatewayTimeout, silent],
  ['a redirect', handshakes.redirect, { code: 'provider_unavailable' }],
];

describe('when a gateway answers the handshake with', () => {
  test.each(handshakeRows)('%s, the error says so', async (_, answer, expected) => {
    standIn.refuseHandshake(answer);
    const error = await catchError(speakSeconds(createTestRealtime(standIn, { timeoutMs })));
    expectFault(error, expected, secrets);
    expect(standIn.sessions).toHaveLength(0);
  });
});

test('an unreachable provider is named', async () => {
  const access = { apiKey: testKey, baseUrl: 'https://127.0.0.1:9/v1', maxRetries: 0 };
  const error = await catchError(speakSeconds(createRealtimeSpeech(access, 'gpt-realtime-2.1-mini')));
  expectFault(error, { code: 'provider_unavailable', message: engineMessages.unreachable }, secrets);
  expect(error.costsNothing).toBe(true);
});

const busyFor = (retryAfterSeconds: number) => ({ code: 'provider_busy', retryAfterSeconds }) as const;

const turnRows: Row<TurnBehaviour>[] = [
  [
    'refuses the request',
    turns.refused,
    { code: 'provider_unavailable', message: engineMessages.textRejected },
  ],
  ['is busy, as an event', turns.rateLimitEvent, busyFor(2)],
  ['is busy', turns.rateLimit, busyFor(2)],
  ['is busy for more than a minute', turns.longRateLimit, busyFor(87)],
  ['is busy for hours', turns.hoursOfRateLimit, { ...busyFor(11_521), message: engineMessages.busyFor }],
  ['has an error of its own', turns.serverError, { code: 'provider_unavailable' }],
  ['has no credit left, as an event', turns.quotaAsEvent, outOfCredit],
  ['has no credit left', turns.quotaAsFailure, outOfCredit],
  ['filters the content', turns.contentFilter, { code: 'content_refused' }],
  ['reaches a limit of tokens', turns.tokenLimit, brokenOff],
  ['stops by itself', turns.cancelledByItself, brokenOff],
  ['gives no sound', turns.noSound, garbage],
  ['never begins', turns.neverBegins, silent],
  ['falls silent before the sound', turns.silentAfterBegin, silent],
  ['falls silent in the middle', turns.silentInTheMiddle, silent],
  ['hangs up before the sound', turns.cutBeforeSound, brokenOff],
  ['hangs up in the middle', turns.cutInTheMiddle, brokenOff],
  ['closes in the middle', turns.closesInTheMiddle, brokenOff],
  ['fails in the middle', turns.failsInTheMiddle, brokenOff],
  ['sends what is no base64', turns.noBase64, garbage],
  ['sends 4 MB in one event', turns.hugeDelta, garbage],
  ['sends sound without end', turns.endless, garbage],
  ['says words without end', turns.endlessTranscript, garbage],
  ['sends a web page', turns.noJson, garbage],
  ['sends another shape', turns.anotherShape, garbage],
];

describe('when the provider speaks and', () => {
  testRows(turnRows, ([what, , expected]) => expected !== silent || what === 'never begins')(
    '%s, the error says so',
    async (_, behaviour, expected) => {
      standIn.respondAlways(behaviour);
      const error = await catchError(speakSeconds(createTestRealtime(standIn, { timeoutMs })));
      expectFault(error, expected, secrets.slice(0, 2));
      await expectAllClosed();
    },
  );

  test.each(Object.entries(oddTurns))('is unusual (%s), the speech is complete', async (_, behaviour) => {
    standIn.respondNext(behaviour);
    expect(await speakSeconds(createTestRealtime(standIn, { timeoutMs }))).toBeCloseTo(1.68, 2);
  });
});

describe('uncharged faults', () => {
  test.each([
    ['refused', turns.refused, true],
    ['busy', turns.rateLimit, true],
    ['without credit', turns.quotaAsFailure, true],
    ['an error before the sound', turns.serverError, true],
    ['silent', turns.silentAfterBegin, false],
    ['broken off', turns.cutInTheMiddle, false],
  ] as const)('%s: nothing is counted: %#', async (_, behaviour, costsNothing) => {
    standIn.respondAlways(behaviour);
    const error = await catchError(speakSeconds(createTestRealtime(standIn, { timeoutMs })));
    expect(error.costsNothing).toBe(costsNothing);
  });

  test('count nothing, but speech before them does', async () => {
    const { noted, noteUsage } = collectUsage();
    standIn.respondNext(turns.quotaAsFailure, turns.closesInTheMiddle, turns.tokenLimit);
    const speech = createTestRealtime(standIn, { timeoutMs });
    for (let call = 0; call < 3; call += 1) await catchError(speakSeconds(speech, { noteUsage }));
    expect(noted).toMatchObject([
      { soundSeconds: 0.84, soundTokensOut: undefined },
      { soundSeconds: 0.84, soundTokensOut: 17, textTokensOut: 4 },
    ]);
  });
});

describe('a retry', () => {
  const usualTries = { maxRetries: 2, timeoutMs };

  test.each([
    ['is busy for a moment', turns.shortRateLimit],
    ['has an error of its own', turns.serverError],
    ['ends the session after its hour', turns.expires],
  ])('is made when the provider %s before it spoke', async (_, behaviour) => {
    standIn.respondNext(behaviour);
    expect(await speakSeconds(createTestRealtime(standIn, usualTries))).toBeCloseTo(1.68, 2);
    expect(standIn.sessions).toHaveLength(2);
  });

  test('is made when the connection is refused briefly', async () => {
    standIn.refuseHandshake(handshakes.overloaded.replace('\r\n', '\r\nretry-after: 1\r\n'));
    expect(await speakSeconds(createTestRealtime(standIn, usualTries))).toBeCloseTo(1.68, 2);
  });

  test.each([
    ['has no credit left', turns.quotaAsFailure],
    ['is busy for long', turns.longRateLimit],
    ['is silent', turns.silentAfterBegin],
    ['breaks off in the middle', turns.cutInTheMiddle],
    ['does not take the text', turns.refused],
  ])('is not made when the provider %s', async (_, behaviour) => {
    standIn.respondAlways(behaviour);
    await catchError(speakSeconds(createTestRealtime(standIn, usualTries)));
    expect(standIn.sessions.flatMap(session => session.turns)).toHaveLength(1);
  });
});

/** Expects that no connection is left. */
async function expectAllClosed(): Promise<void> {
  await Promise.all(standIn.sessions.map(({ closed }) => closed));
}

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engines, Usage } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { describeDisconnecting, expectCutOff } from '../support/disconnecting-clients.ts';
import { beginSpeaking, createTestEngines, makeCall, workCalls } from '../support/gemini-calls.ts';
import { geminiRefusals } from '../support/gemini-faults.ts';
import { type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { answerHalf, usualTries } from '../support/provider-faults.ts';

let standIn: GeminiStandIn;
let engines: Engines;
let noted: Usage[];

beforeAll(async () => {
  standIn = await startGeminiStandIn();
});
beforeEach(() => {
  standIn.reset();
  noted = [];
  engines = createTestEngines(standIn.baseUrl, usualTries);
});
afterAll(() => standIn.close());

for (const call of workCalls)
  describeDisconnecting(`a client that disconnects during ${call}`, {
    call,
    getStandIn: () => standIn,
    work: signal => makeCall(engines, call, { signal, noteUsage: usage => noted.push(usage) }),
    busyFor2s: geminiRefusals.twoSeconds,
    before: ['models'],
    countPaid: () => noted.length,
  });

test.each(workCalls)(
  'a client that disconnects while models are listed for %s closes that connection',
  async call => {
    const leaving = new AbortController();
    standIn.always('models', brokenAnswers.noHeaders);
    const requested = standIn.waitForRequest('models');
    const work = makeCall(engines, call, { signal: leaving.signal });
    const request = await requested;
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'client_closed' });
    expect(await request.closed).toMatchObject({ early: true });
  },
);

test('a client that stops reading sound closes the connection to the provider', async () => {
  standIn.always('speech', answerHalf);
  for await (const piece of await beginSpeaking(engines)) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  expect(await standIn.requests.at(-1)?.closed).toMatchObject({ early: true });
});

test('a client that stops reading text closes the connection to the provider', async () => {
  standIn.setAccount({ script: 'A dog runs. '.repeat(40) });
  standIn.always('script', answerHalf);
  const signal = new AbortController().signal;
  const language = getLanguage('English');
  const request = { analysis: 'A dog.', prompt: 'Tell it', language, durationSeconds: 9, signal };
  for await (const piece of engines.script.writeScript(request)) {
    expect(piece).not.toBe('');
    break;
  }
  expect(await standIn.requests.at(-1)?.closed).toMatchObject({ early: true });
});

test('one of two clients waiting for the models may disconnect, the other gets them', async () => {
  const answering = Promise.withResolvers<void>();
  standIn.next('models', async ({ response, normal }) => {
    await answering.promise;
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.end(normal.body);
  });
  const leaving = new AbortController();
  const requested = standIn.waitForRequest('models');
  const left = makeCall(engines, 'vision', { signal: leaving.signal });
  const stayed = makeCall(engines, 'vision');
  await requested;
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'client_closed' });
  answering.resolve();
  expect(await stayed).toBe('Picture 1: red.');
});

test.each([...workCalls, 'models'] as const)(
  'an endless answer to %s is cut off before it fills the memory',
  { tags: 'long' },
  async call => {
    const work = call === 'models' ? 'script' : call;
    await makeCall(engines, work);
    const fresh = call === 'models' ? createTestEngines(standIn.baseUrl) : engines;
    standIn.always(call, brokenAnswers.endless);
    await expectCutOff(standIn, () => makeCall(fresh, work));
  },
);

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenAnswers } from '../support/broken-answers.ts';
import { unusedAddress } from '../support/failing-connections.ts';
import { makeClip } from '../support/make-clip.ts';
import { answerWithReply, oddChats, refusals } from '../support/openai-faults.ts';
import {
  type Behaviour,
  type OpenAiStandIn,
  type ProviderCall,
  startOpenAiStandIn,
} from '../support/openai-stand-in.ts';
import { createTestEngines, type providerCalls } from '../support/provider-calls.ts';
import { speakAsTone } from '../support/provider-speech.ts';
import {
  makeAnalysisForm,
  makeVideoForm,
  makeVisitorHeaders,
  postJson,
  usualPrompt,
} from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

const narrationsPerDay = 10;
/** Some providers here never answer; a busy machine answers late. */
const usualTimeoutMs = 1500;

let provider: OpenAiStandIn;
let server: TestServer;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  // Loads the voice outside of the time limit.
  await speakAsTone('A dog runs.', 440);
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: usualTimeoutMs }),
    environment: {
      TRUST_PROXY: '127.0.0.1',
      FREE_NARRATIONS_PER_DAY: String(narrationsPerDay),
      STANDARD_NARRATIONS_PER_DAY: String(narrationsPerDay),
    },
  });
  clip = new Uint8Array(await makeClip({ seconds: 2, width: 160, height: 120 }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => provider.reset());

type Headers = Record<string, string>;

const script = (headers: Headers) =>
  postJson(
    `${server.url}/api/free/script`,
    { analysis: 'A dog runs.', prompt: usualPrompt, language: 'English', durationSeconds: 10 },
    { headers },
  );
const analysis = async (headers: Headers) =>
  fetch(`${server.url}/api/free/analysis`, { method: 'POST', headers, body: await makeAnalysisForm() });
const speech = (headers: Headers) =>
  postJson(
    `${server.url}/api/free/speech`,
    { script: 'A dog runs.', voice: 'nova', language: 'English' },
    { headers },
  );
const createScript = (headers: Headers) =>
  fetch(`${server.url}/create_script`, { method: 'POST', headers, body: makeVideoForm(clip) });

const freeCalls: Readonly<Record<(typeof providerCalls)[number], (headers: Headers) => Promise<Response>>> = {
  vision: analysis,
  script,
  speech,
};

const countCalls = (call: ProviderCall) => provider.requests.filter(each => each.call === call).length;
const nothings: readonly [string, Behaviour][] = [
  ['nothing', answerWithReply({ content: '' })],
  ['blanks', answerWithReply({ content: ' \n\t ' })],
  ['no content at all', oddChats.nullContent],
];

describe.each(nothings)('a script engine that answers %s', (name, behaviour) => {
  test('is paid for ten narrations of an account with ten, however often it is tried', {
    tags: name === 'blanks' ? [] : 'long',
  }, async () => {
    provider.always('script', behaviour);
    const cookie = { cookie: await signUpForCookie(server.url), ...makeVisitorHeaders() };
    const statuses: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => createScript(cookie)));
      statuses.push(...answers.map(answer => answer.status));
    }
    expect(statuses.filter(status => status === 502)).toHaveLength(narrationsPerDay);
    expect(statuses.filter(status => status === 429)).toHaveLength(6);
    expect([countCalls('vision'), countCalls('script')]).toEqual([narrationsPerDay, narrationsPerDay]);
  });

  test('is paid for ten narrations of a visitor, and for twice as many scripts', async () => {
    provider.always('script', behaviour);
    const visitor = makeVisitorHeaders();
    for (let tries = 0; tries < 16; tries += 1) if ((await analysis(visitor)).ok) await script(visitor);
    expect([countCalls('vision'), countCalls('script')]).toEqual([narrationsPerDay, narrationsPerDay]);
    for (let tries = 0; tries < 16; tries += 1) await script(visitor);
    expect(countCalls('script')).toBe(2 * narrationsPerDay);
  });
});

/** A provider's behaviour, by whether it may have been charged. */
const refused: readonly [string, Behaviour][] = [
  ['refuses the key (401)', refusals.invalidKey],
  ['refuses the country (403)', refusals.forbidden],
  ['does not know the model (404)', refusals.unknownModel],
  ['is busy (429)', refusals.rateLimit],
  ['wants to be paid (429)', refusals.outOfQuota],
  ['has an error (500)', refusals.serverError],
  ['is behind a broken gateway (502)', refusals.badGateway],
  ['is overloaded (503)', refusals.overloaded],
  ['leads elsewhere (307)', brokenAnswers.redirectInside],
];
const answered: readonly [string, Behaviour][] = [
  ['answers with nothing', brokenAnswers.empty],
  ['answers that there is no content (204)', brokenAnswers.noContent],
  ['answers with a web page', brokenAnswers.html],
  ['answers with a web page under a false name', brokenAnswers.htmlThatClaimsToBeRight],
  ['never answers', brokenAnswers.noHeaders],
  ['falls silent after the headers', brokenAnswers.headersThenSilence],
  ['breaks the connection before it answers', brokenAnswers.reset],
  ['is behind a gateway that waited too long (504)', brokenAnswers.gatewayTimeout],
];
const badlyWritten: readonly [string, Behaviour][] = [
  ['breaks off in the middle', brokenAnswers.cutInTheMiddle],
  ['answers with broken JSON', oddChats.brokenJson],
  ['answers without a choice', oddChats.noChoices],
  ['declines', oddChats.refusal],
  ['declines in plain words', oddChats.politeRefusal],
  ['filters the content', oddChats.contentFilter],
  ['spends its allowance on nothing', oddChats.nothingWithinLimit],
];

/** How many uses a faulty call and a good one after it take. */
async function countTaken(send: (headers: Headers) => Promise<Response>, headers: Headers): Promise<number> {
  const faulty = await send(headers);
  await faulty.text();
  expect(faulty.status).toBeGreaterThanOrEqual(400);
  provider.reset();
  const good = await send(headers);
  await good.text();
  expect(good.status).toBe(200);
  return Number(good.headers.get('x-ratelimit-limit')) - Number(good.headers.get('x-ratelimit-remaining'));
}

describe.each(['vision', 'script', 'speech'] as const)('a use is, when for %s the provider', call => {
  test.each(refused)('%s, given back', async (_, behaviour) => {
    provider.always(call, behaviour);
    expect(await countTaken(freeCalls[call], makeVisitorHeaders())).toBe(1);
  });

  testRows(
    call === 'speech' ? answered : [...answered, ...badlyWritten],
    ([what]) => !/never|silent/u.test(what) || call === 'speech',
  )('%s, not', async (_, behaviour) => {
    provider.always(call, behaviour);
    expect(await countTaken(freeCalls[call], makeVisitorHeaders())).toBe(2);
  });
});

test("an account's narration is given back when vision was refused, not when only the script was", async () => {
  const cookie = { cookie: await signUpForCookie(server.url), ...makeVisitorHeaders() };
  provider.always('vision', refusals.rateLimit);
  expect(await countTaken(createScript, cookie)).toBe(1);
  provider.always('script', refusals.rateLimit);
  expect(await countTaken(createScript, cookie)).toBe(3);
});

test('a visitor who disconnects while the provider works has used a narration', async () => {
  provider.always('vision', brokenAnswers.noHeaders);
  const visitor = makeVisitorHeaders();
  const asked = provider.waitForRequest('vision');
  const leaving = new AbortController();
  const body = await makeAnalysisForm();
  const url = `${server.url}/api/free/analysis`;
  const sent = fetch(url, { method: 'POST', headers: visitor, body, signal: leaving.signal });
  await asked;
  leaving.abort();
  await expect(sent).rejects.toThrow();
  provider.reset();
  expect((await analysis(visitor)).headers.get('x-ratelimit-remaining')).toBe(String(narrationsPerDay - 2));
});

test('an unreachable provider costs nothing', async () => {
  await using unreachable = await startTestServer({
    engines: createTestEngines(unusedAddress),
    environment: { FREE_NARRATIONS_PER_DAY: '2' },
  });
  const send = async () =>
    fetch(`${unreachable.url}/api/free/analysis`, { method: 'POST', body: await makeAnalysisForm() });
  for (let tries = 0; tries < 4; tries += 1) expect((await send()).status).toBe(503);
});

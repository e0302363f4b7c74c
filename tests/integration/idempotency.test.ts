import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { brokenAnswers, pauseInTheMiddle } from '../support/broken-answers.ts';
import { answerWithReply, oddChats, refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, type ProviderCall, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { makeSpeechForm } from '../support/premium-account.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import {
  makeAnalysisForm,
  makeVideoForm,
  makeVisitorHeaders,
  postJson,
  usualPrompt,
  wantsProgress,
} from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';

const narrationsPerDay = 3;
const environment = {
  TRUST_PROXY: '127.0.0.1',
  FREE_NARRATIONS_PER_DAY: String(narrationsPerDay),
  STANDARD_NARRATIONS_PER_DAY: String(narrationsPerDay),
};

let provider: OpenAiStandIn;
let server: InnerServer;
let clip: Uint8Array<ArrayBuffer>;
let account: Headers;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }),
    environment,
    accountLimits: {
      signUpPerAddress: { most: 1000, windowSeconds: 60 },
      otherPerAddress: { most: 1000, windowSeconds: 60 },
    },
  });
  // A made clip would load FFmpeg's encoders, which speech would then use in this process and in no server.
  clip = new Uint8Array(await readFile(new URL('../media/turned-phone.mp4', import.meta.url)));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  // Short enough also for shortening.
  provider.setTexts({ script: 'A dog waits. It runs to the sea.' });
  // Unverified accounts share the limit of their network.
  account = { cookie: await signUpForCookie(server.url), ...makeVisitorHeaders() };
});

type Headers = Record<string, string>;

const newKey = (): Headers => ({ 'idempotency-key': `"${randomUUID()}"` });
const postForm = (path: string, body: FormData, headers: Headers) =>
  fetch(server.url + path, { method: 'POST', headers, body });

const scriptBody = { analysis: 'A dog runs.', prompt: usualPrompt, language: 'English', durationSeconds: 10 };
const speechBody = { script: 'A dog runs. It barks.', voice: 'nova', language: 'English' };
const lines = ['A fox looks up.', 'It runs away.'].map((text, at) => ({ startSeconds: 10 * at, text }));
const fitBody = { script: printTimedScript(lines), durationSeconds: 30, voice: 'nova', language: 'English' };

const script = (headers: Headers, changes = {}, init: RequestInit = {}) =>
  postJson(`${server.url}/api/free/script`, { ...scriptBody, ...changes }, { ...init, headers });
const speech = (headers: Headers) => postJson(`${server.url}/api/free/speech`, speechBody, { headers });
const createScript = (headers: Headers, video = clip) =>
  postForm('/create_script', makeVideoForm(video), { ...account, ...headers });

/** Calls that take a daily use, how to send them, and the provider calls of each. */
const calls: readonly [
  string,
  (headers: Headers) => Promise<Response>,
  Partial<Record<ProviderCall, number>>,
][] = [
  ['a script', script, { script: 1 }],
  ['a script streamed in lines', headers => script({ ...wantsProgress, ...headers }), { script: 1 }],
  ['a speech', speech, { speech: 1 }],
  [
    'an analysis',
    async headers => postForm('/api/free/analysis', await makeAnalysisForm(), headers),
    { vision: 1 },
  ],
  ['fitted lines', headers => postJson(`${server.url}/api/free/fit`, fitBody, { headers }), { speech: 2 }],
  [
    'a whole video streamed in lines',
    headers => createScript({ ...wantsProgress, ...headers }),
    { vision: 1, script: 1 },
  ],
  [
    "an account's speech",
    headers => postForm('/convert_to_voice', makeSpeechForm(speechBody), { ...account, ...headers }),
    { speech: 1 },
  ],
];

function countCalls(): Partial<Record<ProviderCall, number>> {
  const counts: Partial<Record<ProviderCall, number>> = {};
  for (const { call } of provider.requests) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}

/** The whole answer without the parts that differ by request. */
async function readWhole(answer: Response) {
  const names = ['content-type', 'x-ratelimit-remaining', 'x-work-id', 'retry-after'];
  return {
    status: answer.status,
    headers: names.map(name => answer.headers.get(name)),
    body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
  };
}

const readCode = async (answer: Response) => [answer.status, (await answer.json()).error.code];

describe.each(calls)('%s', (_, send, chain) => {
  test('sent ten times at once under one key is made once and answered ten times', async () => {
    const headers = { ...makeVisitorHeaders(), ...newKey() };
    const answers = await Promise.all(Array.from({ length: 10 }, async () => readWhole(await send(headers))));
    expect(answers[0]?.status).toBe(200);
    expect(answers[0]?.body.length).toBeGreaterThan(20);
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(countCalls()).toEqual(chain);
    // A later request gets it, too, and a new key is a new call that counts.
    expect(await readWhole(await send(headers))).toEqual(answers[0]);
    expect(countCalls()).toEqual(chain);
    const other = await send({ ...headers, ...newKey() });
    await other.arrayBuffer();
    const left = [answers[0]?.headers[1], other.headers.get('x-ratelimit-remaining')].map(Number);
    expect(left[0]).toBe((left[1] ?? 0) + 1);
    await expect.poll(() => server.listTemporaryFiles()).toEqual([]);
  });
});

test('feedback sent twice under one key is stored once', async () => {
  const headers = { ...makeVisitorHeaders(), ...newKey() };
  const message = `Well done, ${randomUUID()}.`;
  const listMails = () => {
    const outbox = join(server.dataDir, 'outbox');
    return existsSync(outbox)
      ? readdirSync(outbox).map(name => readFileSync(join(outbox, name), 'utf8'))
      : [];
  };
  const send = (text: string) => postJson(`${server.url}/api/feedback`, { message: text }, { headers });
  const answers = await Promise.all([send(message), send(message)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await readCode(await send('Something else.'))).toEqual([422, 'key_reused']);
  // Another one after it, so that a second mail would have arrived by now.
  expect((await postJson(`${server.url}/api/feedback`, { message: 'The last.' })).status).toBe(201);
  await expect.poll(() => listMails().filter(mail => mail.includes('The last.')).length).toBe(1);
  expect(listMails().filter(mail => mail.includes(message))).toHaveLength(1);
});

describe('the same key', () => {
  test('with another body is refused, during the first call and after it', async () => {
    const headers = { ...makeVisitorHeaders(), ...newKey() };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.next('script', pauseInTheMiddle(released));
    const asked = provider.waitForRequest('script');
    const first = script(headers);
    await asked;
    expect(await readCode(await script(headers, { prompt: 'Something else' }))).toEqual([422, 'key_reused']);
    release();
    expect((await first).status).toBe(200);
    expect(await readCode(await script(headers, { prompt: 'Something else' }))).toEqual([422, 'key_reused']);
    expect(await readCode(await script({ ...headers, ...wantsProgress }))).toEqual([422, 'key_reused']);
    expect(countCalls()).toEqual({ script: 1 });
  });

  test('with another video, or the same fields in another order, is refused', async () => {
    const key = newKey();
    expect((await createScript(key)).status).toBe(200);
    const changed = new Uint8Array(clip);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(await readCode(await createScript(key, changed))).toEqual([422, 'key_reused']);
    const turned = new FormData();
    for (const [name, value] of [...makeVideoForm(clip)].toReversed()) turned.append(name, value);
    expect((await postForm('/create_script', turned, { ...account, ...key })).status).toBe(422);
    expect(countCalls()).toEqual({ vision: 1, script: 1 });
    expect(server.listTemporaryFiles()).toEqual([]);
  });

  test('of another person, or for another call, is another key', async () => {
    const key = newKey();
    const someone = { ...makeVisitorHeaders(), ...key };
    await (await script(someone)).text();
    await (await script({ ...makeVisitorHeaders(), ...key })).text();
    expect(countCalls()).toEqual({ script: 2 });
    expect((await speech(someone)).status).toBe(200);
    expect(countCalls()).toEqual({ script: 2, speech: 1 });
  });

  test('is the same with and without quotes', async () => {
    const visitor = makeVisitorHeaders();
    const key = randomUUID();
    for (const value of [key, `"${key}"`])
      expect((await script({ ...visitor, 'idempotency-key': value })).status).toBe(200);
    expect(countCalls()).toEqual({ script: 1 });
  });

  test('that is malformed is refused, before a video is read', async () => {
    const malformed = [
      '',
      '""',
      '"no end',
      '"a", "b"',
      'a, b',
      'a b',
      '"a";a=1',
      '"schlüssel"',
      'x'.repeat(256),
    ];
    for (const value of malformed)
      expect(await readCode(await script({ 'idempotency-key': value }))).toEqual([400, 'bad_request']);
    expect(await readCode(await createScript({ 'idempotency-key': '"no end' }))).toEqual([
      400,
      'bad_request',
    ]);
    expect(countCalls()).toEqual({});
  });

  test('is answered after the last narration of the day, when no new one is', async () => {
    const keys = Array.from({ length: narrationsPerDay }, newKey);
    for (const key of keys) expect((await createScript(key)).status).toBe(200);
    const refused = await createScript(newKey());
    expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
    for (const key of keys) expect((await createScript(key)).status).toBe(200);
    expect(countCalls()).toEqual({ vision: narrationsPerDay, script: narrationsPerDay });
  });
});

describe('a failed call', () => {
  test.each([
    ['before it answered', refusals.serverError, {}],
    ['in the midst of its lines', brokenAnswers.cutInTheMiddle, wantsProgress],
  ])('%s is repeated by the next try', async (_, behaviour, accept) => {
    const headers = { ...makeVisitorHeaders(), ...newKey(), ...accept };
    provider.next('script', behaviour);
    const failed = await Promise.all([script(headers), script(headers)]);
    const reported = await Promise.all(failed.map(answer => answer.text()));
    expect(reported[0]).toContain('"error"');
    expect(reported[1]).toBe(reported[0]);
    const good = await script(headers);
    expect([good.status, await good.text()]).toEqual([200, expect.stringContaining('"script"')]);
    expect(countCalls()).toEqual({ script: 2 });
  });

  test('whose content was declined is not repeated, because it may have been charged', async () => {
    const headers = { ...makeVisitorHeaders(), ...newKey() };
    provider.next('script', oddChats.refusal);
    for (let tries = 0; tries < 3; tries += 1)
      expect(await readCode(await script(headers))).toEqual([422, 'content_refused']);
    expect(countCalls()).toEqual({ script: 1 });
  });

  test('with half a sound fails for all who waited, and is repeated', async () => {
    const headers = { ...makeVisitorHeaders(), ...newKey() };
    const long = { ...speechBody, script: 'A dog runs through the garden and barks. '.repeat(120) };
    const send = () => postJson(`${server.url}/api/free/speech`, long, { headers });
    const normal = () => send().then(answer => answer.arrayBuffer());
    const whole = await normal();
    provider.reset();
    const again = { ...headers, ...newKey() };
    provider.next('speech', async ({ response, normal: { body, mediaType } }) => {
      response.writeHead(200, { 'content-type': mediaType });
      response.end(body);
    });
    provider.always('speech', brokenAnswers.cutInTheMiddle);
    const broken = () => postJson(`${server.url}/api/free/speech`, long, { headers: again });
    const cut = await Promise.all(
      [broken(), broken()].map(async each => {
        const answer = await each;
        return answer.ok ? answer.arrayBuffer().catch(() => 'cut') : answer.status;
      }),
    );
    expect(cut.toSorted()).toEqual([502, 'cut']);
    provider.reset();
    expect((await (await broken()).arrayBuffer()).byteLength).toBe(whole.byteLength);
  });
});

describe('a client that disconnects', () => {
  /** Two clients waiting for the same streamed script, half of which was sent. */
  async function startTwo() {
    const headers = { ...makeVisitorHeaders(), ...newKey(), ...wantsProgress };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    provider.next('script', pauseInTheMiddle(released));
    const asked = provider.waitForRequest('script');
    const leavers = [new AbortController(), new AbortController()];
    const first = script(headers, {}, { signal: leavers[0]?.signal ?? null });
    const request = await asked;
    const second = script(headers, {}, { signal: leavers[1]?.signal ?? null });
    second.catch(() => {});
    await first;
    return { headers, request, release, leavers, second };
  }

  test('first leaves the work to the one that waits', async () => {
    const { headers, request, leavers, second } = await startTwo();
    leavers[0]?.abort();
    expect((await request.closed).early).toBe(true);
    expect(await (await second).text()).toContain('"script"');
    expect(await (await script(headers)).text()).toContain('"script"');
    expect(countCalls()).toEqual({ script: 2 });
  });

  test('last ends the work, and nothing is stored', async () => {
    const { headers, request, leavers } = await startTwo();
    for (const leaver of leavers) leaver.abort();
    expect((await request.closed).early).toBe(true);
    await expect.poll(async () => (await script(headers)).text()).toContain('"script"');
    expect(countCalls()).toEqual({ script: 2 });
  });

  test('is told to retry when the server stops, like all others', async () => {
    await using stopping = await startTestServer({
      engines: createTestEngines(provider.baseUrl),
      environment,
    });
    provider.always('script', answerWithReply({ content: 'A dog.' }));
    provider.next('script', pauseInTheMiddle(new Promise(() => {})));
    const asked = provider.waitForRequest('script');
    const headers = { ...newKey(), ...wantsProgress };
    const answers = [0, 1].map(() => postJson(`${stopping.url}/api/free/script`, scriptBody, { headers }));
    await asked;
    await Promise.race(answers);
    await stopping.stop(0);
    for (const answer of await Promise.all(answers))
      expect(await answer.text()).toMatch(/\{"error":\{"code":"unavailable"[^\n]*\n?$/u);
  });
});

describe('stored answers', () => {
  test('expire, and later their keys', { tags: 'long' }, async () => {
    await using forgetful = await startTestServer({
      engines: createTestEngines(provider.baseUrl),
      environment,
      keyedCallLimits: { keepSeconds: 0, rememberSeconds: 1 },
    });
    const headers = newKey();
    const send = () => postJson(`${forgetful.url}/api/free/script`, scriptBody, { headers });
    expect((await send()).status).toBe(200);
    await sleep(50);
    const late = await send();
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { error: { code: 'conflict', key: requestErrors.alreadyDone.key } },
    ]);
    expect(countCalls()).toEqual({ script: 1 });
    await expect.poll(async () => (await send()).status).toBe(200);
    expect(countCalls()).toEqual({ script: 2 });
  });

  test('are dropped oldest first when they take too much memory, and are not made again', async () => {
    await using small = await startTestServer({
      engines: createTestEngines(provider.baseUrl),
      environment,
      keyedCallLimits: { maxKeptBytes: 1 },
    });
    const headers = newKey();
    const send = async () => {
      const answer = await postJson(`${small.url}/api/free/speech`, speechBody, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect([await send(), await send()]).toEqual([200, 409]);
    expect(countCalls()).toEqual({ speech: 1 });
  });
});

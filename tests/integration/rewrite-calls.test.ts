import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fitScriptVersion } from '#engines/prompts/fit-script.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { brokenAnswers, pauseInTheMiddle } from '../support/broken-answers.ts';
import { answerWithReply, oddChats, refusals } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { makeVisitorHeaders, postJson, readLines, usualPrompt, wantsProgress } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const narrationsPerDay = 2;
const script = 'A quick brown dog waits patiently in the garden. It finds a ball. It runs down to the sea.';
const shortened = 'A dog waits. It runs to the sea.';
const body = {
  script,
  prompt: usualPrompt,
  language: 'English',
  change: 'shorten',
  durationSeconds: 10,
  spokenSeconds: 20,
};

const writer = { provider: 'our own AI server', model: 'gpt-4o-mini', prompt: fitScriptVersion };
let provider: OpenAiStandIn;
let server: TestServer;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 2000 }),
    environment: {
      TRUST_PROXY: '127.0.0.1',
      FREE_NARRATIONS_PER_DAY: String(narrationsPerDay),
      STANDARD_NARRATIONS_PER_DAY: String(narrationsPerDay),
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => {
  provider.reset();
  provider.always('script', answerWithReply({ content: shortened }));
});

const send = (headers: Record<string, string>, changes: object = {}, init: RequestInit = {}) => {
  const path = 'cookie' in headers ? '/api/rewrite' : '/api/free/rewrite';
  return postJson(server.url + path, { ...body, ...changes }, { ...init, headers });
};

const countLeft = (answer: Response) => answer.headers.get('x-ratelimit-remaining');

describe('rewriting a script', () => {
  test('returns it shorter from one call, as text or lines, for a visitor and for an account', async () => {
    for (const headers of [makeVisitorHeaders(), { cookie: await signUpForCookie(server.url) }]) {
      provider.reset();
      provider.always('script', answerWithReply({ content: shortened }));
      expect(await (await send(headers)).json()).toEqual({ script: shortened, writer });
      const reported = await send({ ...headers, ...wantsProgress });
      expect(reported.headers.get('content-type')).toContain('application/x-ndjson');
      const lines = await readLines(reported);
      expect(lines[0]).toEqual({ stage: 'writing the script' });
      expect(lines.flatMap(line => ('delta' in line ? [line.delta] : [])).join('')).toBe(shortened);
      expect(lines.at(-1)).toEqual({ script: shortened, writer });
      expect(provider.requests.map(({ call }) => call)).toEqual(['script', 'script']);
    }
  });

  test('for an account requires signing in', async () => {
    const answer = await postJson(`${server.url}/api/rewrite`, body);
    expect(answer.status).toBe(401);
    expect(provider.requests).toEqual([]);
  });

  test('leaves no text of the script in the log', async () => {
    await send(makeVisitorHeaders());
    const log = server.logged.join('\n');
    for (const word of ['quick brown dog', usualPrompt, shortened]) expect(log).not.toContain(word);
  });

  test('is counted as script calls in the metrics', async () => {
    const name = 'benshi_provider_calls_total{provider="our own AI server",step="script",outcome="ok"}';
    const before = (await readMetrics(server.url)).get(name) ?? 0;
    await send(makeVisitorHeaders());
    expect((await readMetrics(server.url)).get(name)).toBe(before + 1);
  });
});

describe('rewritten scripts a day', () => {
  test.each(['visitor', 'account'])(
    'are twice the narrations of a %s, and use up none of these',
    async who => {
      const visitor = makeVisitorHeaders();
      const headers = who === 'visitor' ? visitor : { ...visitor, cookie: await signUpForCookie(server.url) };
      const answers: Response[] = [];
      for (let tries = 0; tries < 5; tries += 1) answers.push(await send(headers));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
      expect(answers.map(countLeft)).toEqual(['3', '2', '1', '0', '0']);
      expect(await answers.at(-1)?.json()).toMatchObject({
        error: {
          message: who === 'account' ? t(limitErrors.unconfirmed) : t(limitErrors.rewrite, { count: 4 }),
        },
      });
      if (who === 'account') {
        const me = await fetch(`${server.url}/api/me`, { headers });
        expect(await me.json()).toMatchObject({ narrations: { remaining: narrationsPerDay } });
      } else {
        const asked = { analysis: 'A dog.', prompt: usualPrompt, language: 'English' };
        const written = await postJson(`${server.url}/api/free/script`, asked, { headers });
        expect(countLeft(written)).toBe('3');
      }
    },
  );

  test('are not used up by refused requests', async () => {
    const headers = makeVisitorHeaders();
    for (const changes of [{ durationSeconds: 30 }, { change: 'lengthen' }, { script: 'A dog runs on.' }]) {
      const refused = await send(headers, changes);
      expect([400, 409]).toContain(refused.status);
    }
    provider.always('script', refusals.rateLimit);
    expect((await send(headers)).status).toBe(503);
    provider.always('script', answerWithReply({ content: shortened }));
    expect(countLeft(await send(headers))).toBe('3');
  });

  test('are used up by paid answers, however useless', async () => {
    const headers = makeVisitorHeaders();
    provider.always('script', answerWithReply({ content: `${script} And more.` }));
    expect((await send(headers)).status).toBe(502);
    provider.always('script', answerWithReply({ content: shortened }));
    expect(countLeft(await send(headers))).toBe('2');
  });
});

const faults: readonly [string, Behaviour, number][] = [
  ['declines', oddChats.refusal, 422],
  ['declines in plain words', oddChats.politeRefusal, 422],
  ['writes nothing', oddChats.nullContent, 502],
  ['breaks off', brokenAnswers.cutInTheMiddle, 502],
  ['is silent', brokenAnswers.noHeaders, 504],
  ['refuses the key', refusals.invalidKey, 503],
];
test.each(faults)('a script engine that %s is reported with a sentence', async (_, behaviour, status) => {
  provider.always('script', behaviour);
  const answer = await send(makeVisitorHeaders());
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringMatching(/\.$/u) } });
});

test('a visitor who disconnects stops the script engine', async () => {
  provider.always('script', pauseInTheMiddle(new Promise(() => {})));
  const leaving = new AbortController();
  const asked = provider.waitForRequest('script');
  const sent = send({ ...makeVisitorHeaders(), ...wantsProgress }, {}, { signal: leaving.signal });
  const request = await asked;
  leaving.abort();
  await sent.then(answer => answer.text()).catch(() => {});
  expect(await request.closed).toMatchObject({ early: true });
});

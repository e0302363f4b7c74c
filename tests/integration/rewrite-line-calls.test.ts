import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configAnswerSchema } from '#shared/api/config.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { answerWithReply, refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeVisitorHeaders, postJson } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const narrationsPerDay = 2;
const rewritten = 'Up looks the fox, and wishes it had not.';
const line = {
  text: 'The fox looks up.',
  wish: 'make it funnier',
  language: 'English',
  before: ['It is night.'],
  after: ['The farmer comes.'],
  availableSeconds: 6,
  prompt: 'Tell it as a fable',
};

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
  provider.always('script', answerWithReply({ content: `"${rewritten}"` }));
});

const send = (headers: Record<string, string>, changes: object = {}, { url } = server) => {
  const path = 'cookie' in headers ? '/api/rewrite-line' : '/api/free/rewrite-line';
  return postJson(url + path, { ...line, ...changes }, { headers });
};
const countLeft = (answer: Response) => answer.headers.get('x-ratelimit-remaining');

describe('rewriting a line', () => {
  test('returns it as wished from one call, for a visitor and for an account', async () => {
    for (const headers of [makeVisitorHeaders(), { cookie: await signUpForCookie(server.url) }]) {
      const before = provider.requests.length;
      expect(await (await send(headers)).json()).toEqual({ text: rewritten });
      expect(provider.requests.length - before).toBe(1);
    }
  });

  test('gives the engine the line, its neighbours, its length and the wish', async () => {
    await send(makeVisitorHeaders());
    const [system, user] = provider.requests[0]?.body.messages ?? [];
    expect(system.content).toContain('At most 13 words');
    expect(user.content).toBe(
      [
        'The lines before:\n\n<lines>\nIt is night.\n</lines>',
        'The line to rewrite:\n\n<line>\nThe fox looks up.\n</line>',
        'The lines after:\n\n<lines>\nThe farmer comes.\n</lines>',
        'The prompt that they were written for:\n\n<prompt>\nTell it as a fable\n</prompt>',
        'The wish:\n\n<wish>\nmake it funnier\n</wish>',
      ].join('\n\n'),
    );
  });

  test('that has no time at all asks for the shortest', async () => {
    expect((await send(makeVisitorHeaders(), { availableSeconds: 0 })).status).toBe(200);
    expect(provider.requests[0]?.body.messages[0].content).toContain('At most 5 words');
  });

  test('of a description keeps to its rules', async () => {
    await send(makeVisitorHeaders(), { description: 'standard', before: [], after: [], prompt: undefined });
    const [system, user] = provider.requests[0]?.body.messages ?? [];
    expect(system.content).toMatch(/You edit an audio description/u);
    expect(user.content).toMatch(/^The line to rewrite:/u);
  });

  test('for an account requires signing in', async () => {
    expect((await postJson(`${server.url}/api/rewrite-line`, line)).status).toBe(401);
    expect(provider.requests).toEqual([]);
  });

  test('leaves no text of the line in the log', async () => {
    await send(makeVisitorHeaders());
    const log = server.logged.join('\n');
    for (const word of [line.text, line.wish, line.prompt, rewritten]) expect(log).not.toContain(word);
  });

  test('counts as a rewrite, unless the provider refused', async () => {
    const headers = makeVisitorHeaders();
    provider.always('script', refusals.rateLimit);
    expect((await send(headers)).status).toBe(503);
    provider.always('script', answerWithReply({ content: rewritten }));
    expect(countLeft(await send(headers))).toBe('3');
    const script = { ...line, script: 'A dog waits. It runs.', change: 'shorten', durationSeconds: 1 };
    expect(countLeft(await postJson(`${server.url}/api/free/rewrite`, script, { headers }))).toBe('2');
  });

  test('that changed nothing is an error, and says that it counts', async () => {
    provider.always('script', answerWithReply({ content: line.text }));
    const answer = await send(makeVisitorHeaders());
    expect(answer.status).toBe(502);
    const stillCounts = t(limitErrors.stillCounts, { provider: 'our own AI server' });
    expect((await answer.json()).error.message).toBe(
      `${t(narrationMessages.lineNotRewritten)} ${stillCounts}`,
    );
  });

  test.each([
    ['no line', { text: ' ' }, t(narrationErrors.noLine)],
    ['a long line', { text: 'a'.repeat(2001) }, t(narrationErrors.lineTooLongToRewrite, { limit: 2000 })],
    ['no wish', { wish: '' }, t(narrationErrors.noWish)],
    ['a long wish', { wish: 'a'.repeat(201) }, t(narrationErrors.wishTooLong, { limit: 200 })],
    ['many neighbours', { before: Array(6).fill('A.') }, t(narrationErrors.tooManyNeighbours, { limit: 5 })],
    ['less than no time', { availableSeconds: -1 }, t(narrationErrors.notAvailableSeconds)],
  ])('with %s is refused', async (_, changes, message) => {
    const answer = await send(makeVisitorHeaders(), changes);
    expect([answer.status, (await answer.json()).error.message]).toEqual([400, message]);
    expect(provider.requests).toEqual([]);
  });
});

test('without an AI no line is rewritten, and the settings say so', async () => {
  await using offline = await startTestServer();
  const answer = await send({}, {}, offline);
  expect([answer.status, (await answer.json()).error.message]).toEqual([
    400,
    t(narrationMessages.cannotRewriteLine),
  ]);
  const readScript = async (url: string) =>
    configAnswerSchema.parse(await (await fetch(`${url}/api/config`)).json()).engines.script;
  expect(await readScript(offline.url)).toMatchObject({ canRewriteLines: false });
  expect(await readScript(server.url)).toMatchObject({ canRewriteLines: true });
});

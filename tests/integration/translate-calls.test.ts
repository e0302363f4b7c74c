import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { translateVersion } from '#engines/prompts/translate.ts';
import { configAnswerSchema } from '#shared/api/config.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { answerWithReply, oddChats, refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeVisitorHeaders, postJson } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';
import { type AskedRow, answerTranslated, readAsked, spokenLines } from '../support/translating.ts';

const lines = spokenLines.map(({ English: text }, index) => ({ id: `line ${index + 1}`, text }));
const french = spokenLines.map(({ French: text }, index) => ({ id: `line ${index + 1}`, text }));
const asked = { lines, from: 'English', language: 'French' };
const benshi = { term: 'Benshi', isNeverTranslated: true };

let provider: OpenAiStandIn;
let server: TestServer;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 2000 }),
    environment: {
      TRUST_PROXY: '127.0.0.1',
      FREE_NARRATIONS_PER_DAY: '2',
      STANDARD_NARRATIONS_PER_DAY: '2',
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => {
  provider.reset();
  provider.always('script', answerTranslated());
});

const send = (
  changes: object = {},
  headers: Record<string, string> = makeVisitorHeaders(),
  { url } = server,
) => {
  const path = 'cookie' in headers ? '/api/translate' : '/api/free/translate';
  return postJson(url + path, { ...asked, ...changes }, { headers });
};
const stream = async (changes: object = {}, headers = makeVisitorHeaders()) => {
  const answer = await send(changes, { ...headers, accept: progressMediaType });
  return (await answer.text())
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
};
const readRequest = (at: number) => readAsked(provider.requests[at]?.body);
const readUser = (at: number): string => provider.requests[at]?.body.messages[1].content;
const drop = (number: number) => (rows: readonly AskedRow[]) => rows.filter(row => row.number !== number);

describe('translating lines', () => {
  test('takes one call, for a visitor and for an account, and sends no picture', async () => {
    for (const headers of [makeVisitorHeaders(), { cookie: await signUpForCookie(server.url) }]) {
      provider.reset();
      provider.always('script', answerTranslated());
      expect(await (await send({}, headers)).json()).toMatchObject({
        lines: french,
        writer: { provider: 'our own AI server', model: 'gpt-4o-mini' },
      });
      expect(provider.requests.map(({ call }) => call)).toEqual(['script']);
      expect(JSON.stringify(provider.requests[0]?.body)).not.toContain('image');
    }
  });

  test('streams each line as it comes, and the writer at the end', async () => {
    expect(await stream()).toEqual([
      ...french.map(line => ({ line })),
      { writer: { provider: 'our own AI server', model: 'gpt-4o-mini', prompt: translateVersion } },
    ]);
  });

  test('tells the AI about time, glossary, cast and prompt, each only where it concerns these lines', async () => {
    await send({
      lines: [
        { ...lines[1], availableSeconds: 4 },
        { ...lines[0], availableSeconds: 60 },
      ],
      glossary: [{ term: 'cloud', translation: 'nuage' }, benshi, { term: 'river' }],
      cast: [
        { name: 'Karl', look: 'the old farmer' },
        { name: 'Ida', look: 'a girl' },
      ],
      description: 'standard',
      prompt: 'Tell it as a fable',
    });
    const [system] = provider.requests[0]?.body.messages ?? [];
    expect(system.content).toContain('present tense and the third person');
    expect(system.content).toContain('room for N words');
    expect(readUser(0)).toBe(
      [
        '<glossary>\ncloud = nuage\n</glossary>',
        'Who is who:\n\n<cast>\n- look: the old farmer; name: Karl; never named in the video\n</cast>',
        'The original was written for this prompt:\n<prompt>\nTell it as a fable\n</prompt>',
        `<lines>\n1 (≤9): ${lines[1]?.text}\n2: ${lines[0]?.text}\n</lines>`,
      ].join('\n\n'),
    );
  });

  test.each<[string, (rows: readonly AskedRow[]) => readonly (AskedRow | string)[], string[]]>([
    ['a line is dropped', drop(2), ['line 2']],
    [
      'two lines are joined',
      rows => [{ number: 1, text: `${rows[0]?.text} ${rows[1]?.text}` }, ...rows.slice(2)],
      ['line 1', 'line 2'],
    ],
    ['the end is cut off', rows => rows.slice(0, 3), ['line 3', 'line 4']],
    [
      'a line is in the wrong language',
      rows => rows.map(row => (row.number === 3 ? { ...row, text: lines[2]?.text ?? '' } : row)),
      ['line 3'],
    ],
    [
      'a name that stays is translated',
      rows => rows.map(row => ({ ...row, text: row.text.replace('Benshi', 'Le conteur') })),
      ['line 3'],
    ],
    [
      'a term of the glossary is missing',
      rows => rows.map(row => ({ ...row, text: row.text.replace('nuage', 'voile') })),
      ['line 2'],
    ],
  ])('asks once more for what is wrong, and for nothing else, where %s', async (_, change, again) => {
    provider.next('script', answerTranslated(change));
    const glossary = [benshi, { term: 'cloud', translation: 'nuage' }];
    const answer = await (await send({ glossary })).json();
    expect(
      answer.lines.toSorted((one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)),
    ).toEqual(french);
    expect(provider.requests).toHaveLength(2);
    const texts = again.map(id => lines.find(line => line.id === id)?.text);
    expect(readRequest(1).rows.map(({ text }) => text)).toEqual(texts);
    expect(readUser(1)).toMatch(/could not be used/u);
  });

  test.each<[string, (rows: readonly AskedRow[]) => readonly (AskedRow | string)[]]>([
    ['in another order', rows => rows.toReversed()],
    [
      'with lines that nobody asked for',
      rows => [...rows, { number: 9, text: 'Fin.' }, '', 'I hope this helps!'],
    ],
    [
      'with remarks and Markdown',
      rows => ['Here you are:', '', ...rows.map(({ number, text }) => `**${number}:** ${text}`)],
    ],
    [
      'with line breaks inside a line',
      rows => rows.flatMap(({ number, text }) => [`${number}: ${text.slice(0, 30)}`, text.slice(30)]),
    ],
  ])('takes an answer %s', async (_, change) => {
    provider.next('script', answerTranslated(change));
    const { lines: translated } = await (await send()).json();
    expect(
      translated
        .map(({ id, text }: { id: string; text: string }) => `${id}: ${text.replaceAll(/\s+/gu, '')}`)
        .sort(),
    ).toEqual(french.map(({ id, text }) => `${id}: ${text.replaceAll(/\s+/gu, '')}`));
    expect(provider.requests).toHaveLength(1);
  });

  test('keeps what came where lines are missing for good, and says how many', async () => {
    provider.always(
      'script',
      answerTranslated(rows => rows.filter(({ text }) => !text.includes('fermier'))),
    );
    const streamed = await stream();
    expect(streamed.slice(0, -1)).toEqual([{ line: french[2] }, { line: french[3] }]);
    expect(streamed.at(-1).error).toMatchObject({
      code: 'provider_garbage',
      message: expect.stringContaining(t(narrationMessages.linesNotTranslated, { count: 2 })),
    });
    expect(provider.requests.map(({ body }) => readAsked(body).rows.length)).toEqual([4, 2, 1, 1]);
  });

  test('keeps what came where the provider fails in the middle', async () => {
    provider.next('script', exchange => {
      const { rows } = readAsked(exchange.request.body);
      const body = rows.map(({ number }) => `${number}: ${french[number - 1]?.text}`).join('\n');
      const chunk = JSON.stringify({ choices: [{ delta: { content: body.slice(0, 200) } }] });
      exchange.response.writeHead(200, { 'content-type': 'text/event-stream' });
      exchange.response.write(`data: ${chunk}\n\n`);
      exchange.response.end(
        `data: ${JSON.stringify({ error: { message: 'Overloaded', type: 'server_error' } })}\n\n`,
      );
    });
    const streamed = await stream();
    expect(streamed[0]).toEqual({ line: french[0] });
    expect(streamed.at(-1).error.code).toMatch(/^provider_/u);
    expect(provider.requests).toHaveLength(1);
  });

  test('writes Japanese without spaces, and Arabic from right to left beside Latin names', async () => {
    for (const language of ['Japanese', 'Arabic'] as const) {
      const { lines: translated } = await (await send({ language, glossary: [benshi] })).json();
      expect(translated.map(({ text }: { text: string }) => text)).toEqual(
        spokenLines.map(line => line[language]),
      );
    }
    expect(provider.requests).toHaveLength(2);
  });

  test('takes a few calls for many lines, none longer than an answer may be', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      id: String(index),
      text: lines[index % 4]?.text,
    }));
    const { lines: translated } = await (await send({ lines: many })).json();
    expect(translated).toHaveLength(100);
    expect(provider.requests.length).toBeLessThanOrEqual(5);
  });

  test('ends at the provider when the client is gone', async () => {
    const control = new AbortController();
    provider.next('script', () => undefined);
    const waiting = provider.waitForRequest('script');
    const sent = fetch(`${server.url}/api/free/translate`, {
      method: 'POST',
      body: JSON.stringify(asked),
      headers: { 'content-type': 'application/json', ...makeVisitorHeaders() },
      signal: control.signal,
    }).catch(() => undefined);
    const request = await waiting;
    control.abort();
    await sent;
    expect((await request.closed).early).toBe(true);
  });

  test('counts as a script, a few lines as editing, and not at all where the provider refused', async () => {
    const headers = makeVisitorHeaders();
    provider.next('script', refusals.rateLimit);
    expect((await send({}, headers)).status).toBe(503);
    expect((await send({}, headers)).headers.get('x-ratelimit-remaining')).toBe('3');
    const few = await send({ lines: lines.slice(0, 2) }, headers);
    expect(few.headers.get('x-ratelimit-remaining')).toBe('99');
  });

  test('leaves no text in the log', async () => {
    await send({ prompt: 'Tell it as a fable' });
    const log = server.logged.join('\n');
    for (const word of ['farmer', 'fermier', 'fable']) expect(log).not.toContain(word);
  });

  test('with an empty or useless answer is an error, and says that it counts', async () => {
    for (const behaviour of [oddChats.nullContent, answerWithReply({ content: 'Bonjour.' })]) {
      provider.always('script', behaviour);
      const answer = await send();
      expect(answer.status).toBe(502);
      const stillCounts = t(limitErrors.stillCounts, { provider: 'our own AI server' });
      expect((await answer.json()).error.message).toContain(stillCounts);
    }
  });

  test.each([
    ['no line', { lines: [] }, t(narrationErrors.noLine)],
    ['a line twice', { lines: [lines[0], lines[0]] }, t(narrationErrors.sameLineTwice)],
    [
      'the same language',
      { language: 'English' },
      t(narrationMessages.sameLanguage, { language: 'English' }),
    ],
  ])('with %s is refused', async (_, changes, message) => {
    const answer = await send(changes);
    expect([answer.status, (await answer.json()).error.message]).toEqual([400, message]);
    expect(provider.requests).toEqual([]);
  });
});

test('without an AI nothing is translated, and the settings say so', async () => {
  await using offline = await startTestServer();
  const answer = await send({}, {}, offline);
  expect([answer.status, (await answer.json()).error.message]).toEqual([
    400,
    t(narrationMessages.cannotTranslate),
  ]);
  const read = async (url: string) =>
    configAnswerSchema.parse(await (await fetch(`${url}/api/config`)).json()).engines.script.canTranslate;
  expect([await read(offline.url), await read(server.url)]).toEqual([false, true]);
});

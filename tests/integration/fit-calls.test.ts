import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { collectSound, getSeconds } from '#media/sound/line-sound.ts';
import { type FitLine, fitLineSchema } from '#shared/api/fit.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeVisitorHeaders, postJson, usualPrompt } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const narrationsPerDay = 2;
const short = ['A fox looks up.', 'It runs away.', 'Nobody is there.'];
const makeScript = (texts: readonly string[]) =>
  printTimedScript(texts.map((text, at) => ({ startSeconds: 10 * at, text })));
const manyLines = Array.from({ length: 10_000 }, (_, at) => ({ startSeconds: at, text: 'A.' }));
const body = { script: makeScript(short), durationSeconds: 30, voice: 'nova', language: 'English' };

let provider: OpenAiStandIn;
let server: TestServer;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }),
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
beforeEach(() => provider.reset());

const send = (headers: Record<string, string>, changes: object = {}, init: RequestInit = {}) => {
  const path = 'cookie' in headers ? '/api/fit' : '/api/free/fit';
  return postJson(server.url + path, { ...body, ...changes }, { ...init, headers });
};

async function readFit(answer: Response): Promise<FitLine[]> {
  const text = await answer.text();
  const lines = text.trimEnd().split('\n');
  return lines.map(line => fitLineSchema.parse(JSON.parse(line)));
}

const pickLines = (all: readonly FitLine[]) => all.flatMap(each => ('line' in each ? [each.line] : []));
const countCalls = () => ({
  speech: provider.requests.filter(({ call }) => call === 'speech').length,
  script: provider.requests.filter(({ call }) => call === 'script').length,
});

describe('fitting a timed script', () => {
  test('speaks line by line, one call each, for a visitor and for an account', async () => {
    for (const headers of [makeVisitorHeaders(), { cookie: await signUpForCookie(server.url) }]) {
      provider.reset();
      const answer = await send(headers);
      expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
      const all = await readFit(answer);
      expect(all.at(-1)).toEqual({ script: body.script });
      const lines = pickLines(all);
      expect(lines.map(({ index, text }) => [index, text])).toEqual([...short.entries()]);
      for (const { mp3, seconds, excessSeconds } of lines) {
        const sound = await collectSound(decodeMp3(Readable.from([Buffer.from(mp3, 'base64')])));
        expect(getSeconds(sound)).toBeCloseTo(seconds, 1);
        expect(excessSeconds).toBe(0);
      }
      expect(countCalls()).toEqual({ speech: 3, script: 0 });
    }
  });

  test('names a line without words, and pays for the others', async () => {
    const answer = await send(makeVisitorHeaders(), { script: makeScript(['A fox.', '♪♪', 'It runs.']) });
    expect(pickLines(await readFit(answer))).toMatchObject([
      { index: 0, text: 'A fox.' },
      { index: 2, text: 'It runs.' },
      { index: 1, unspoken: '♪♪', mp3: '', seconds: 0 },
    ]);
    expect(countCalls()).toEqual({ speech: 2, script: 0 });
  });

  test('costs one call for one line', async () => {
    const answer = await send(makeVisitorHeaders(), { lines: [1], shorten: false });
    expect(pickLines(await readFit(answer)).map(({ index }) => index)).toEqual([1]);
    expect(countCalls()).toEqual({ speech: 1, script: 0 });
  });

  test('shortens with one call, which gets the lines and the prompt, before speaking', async () => {
    const long = short.map(
      text => `${text} ${'And then it goes on and on without an end. '.repeat(8).trim()}`,
    );
    provider.always('script', answerWithReply({ content: makeScript(short) }));
    const all = await readFit(
      await send(makeVisitorHeaders(), { script: makeScript(long), prompt: usualPrompt }),
    );
    expect(countCalls()).toEqual({ speech: 3, script: 1 });
    expect(pickLines(all).map(({ text, before }) => [text, before])).toEqual(
      short.map((text, at) => [text, long[at]]),
    );
    expect(all.at(-1)).toEqual({ script: makeScript(short) });
    const asked = JSON.stringify(provider.requests.find(({ call }) => call === 'script')?.body);
    for (const reported of [usualPrompt, '[0:10]', 'on and on without an end'])
      expect(asked).toContain(reported);
  });

  test('of 30 lines that are each 30 % too long makes each fit, with one script call and one speech call each', {
    tags: 'long',
  }, async () => {
    const availableSeconds = 4;
    const makeLines = (text: string) =>
      printTimedScript(
        Array.from({ length: 30 }, (_, at) => ({ startSeconds: availableSeconds * at, text })),
      );
    // The stand-in's voice speaks 15 letters a second.
    const long = 'one small fox goes on and on over the hill, and does it again, and then once more';
    const shorter = 'one small fox goes over the hill';
    provider.always('script', answerWithReply({ content: makeLines(shorter) }));
    const script = makeLines(long);
    const all = await readFit(
      await send(makeVisitorHeaders(), { script, durationSeconds: 30 * availableSeconds }),
    );
    expect(countCalls()).toEqual({ speech: 30, script: 1 });
    expect(pickLines(all)).toHaveLength(30);
    for (const { excessSeconds, before, text } of pickLines(all))
      expect({ excessSeconds, before, text }).toEqual({ excessSeconds: 0, before: long, text: shorter });
    expect(all.at(-1)).toEqual({ script: makeLines(shorter) });
  });

  test('refuses wrong lines by number, before any call and without counting a use', async () => {
    const headers = makeVisitorHeaders();
    const answer = await send(headers, { script: '[0:12] A fox.\n[0:05] A dog.\n[0:40] Late.' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: {
        code: 'bad_request',
        message: [
          t(lineMessages.goesBack, { line: 2, time: '0:05' }),
          t(lineMessages.beyondEnd, { line: 3, time: '0:40' }),
        ].join(' '),
      },
    });
    expect(countCalls()).toEqual({ speech: 0, script: 0 });
    expect((await send(headers)).headers.get('x-ratelimit-remaining')).toBe('9');
  });

  test.each([
    ['10,000 lines', { script: printTimedScript(manyLines), durationSeconds: 14_400 }, 413],
    ['a missing line', { lines: [-1] }, 400],
    ['an unknown voice', { voice: 'nobody' }, 400],
    ['a premium voice', { voice: 'Rachel' }, 403],
    ['a premium voice of a line', { deliveries: [{ lines: [0], voice: 'Rachel' }] }, 403],
    ['an unknown manner', { manner: 'bored' }, 400],
    ['a word without a pronunciation', { pronunciations: [{ term: 'Benshi', say: ' ' }] }, 400],
    ['too many rows', { script: 'A.\n'.repeat(5000), durationSeconds: undefined }, 413],
  ])('is refused with %s', async (_what, changes, status) => {
    expect((await send(makeVisitorHeaders(), changes)).status).toBe(status);
    expect(countCalls()).toEqual({ speech: 0, script: 0 });
  });

  test('of an account requires signing in', async () => {
    expect((await postJson(`${server.url}/api/fit`, body)).status).toBe(401);
    expect(countCalls()).toEqual({ speech: 0, script: 0 });
  });

  test('leaves no text of the script in the log', async () => {
    await (await send(makeVisitorHeaders(), { prompt: usualPrompt })).text();
    const log = server.logged.join('\n');
    for (const word of [...short, usualPrompt]) expect(log).not.toContain(word);
  });
});

describe('spoken lines a day', () => {
  test('are 50 a narration for small plans, and as many as spoken scripts for large ones', async () => {
    const headers = makeVisitorHeaders();
    const countLeft = async (changes: object) => {
      const answer = await send(headers, changes);
      await answer.text();
      return answer.headers.get('x-ratelimit-remaining');
    };
    expect(await countLeft({ lines: [0], shorten: false })).toBe('99');
    expect(await countLeft({ lines: [1, 2], shorten: false })).toBe('98');
    expect(await countLeft({ lines: [0] })).toBe('9');
    expect(await countLeft({})).toBe('8');
  });
});

// @module-tag long
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeAnalysisForm, makeVideoForm, postJson, wantsProgress } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

const hours = 3600;
const speechesAtOnce = 4;

let provider: OpenAiStandIn;
let server: InnerServer;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }),
    environment: { FREE_NARRATIONS_PER_DAY: '1000' },
    listenerLimits: { speechesAtOnce },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});

const script = '[0:00] A fox looks up.';
const long = { script, voice: 'nova', language: 'English', durationSeconds: 4 * hours };
const speak = (url: string, body: object, headers: Record<string, string>, signal?: AbortSignal) =>
  postJson(`${url}/api/free/speech`, body, { headers, ...(signal && { signal }) });
const newKey = () => ({ 'idempotency-key': randomUUID() });

/** Reads the beginning of a four-hour narration. */
async function beginLong(url: string, headers: Record<string, string>) {
  const leaving = new AbortController();
  const answer = await speak(url, long, headers, leaving.signal);
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  return { leave: () => leaving.abort(), reader };
}

describe('a narration of four hours', () => {
  testRows(
    [
      ['with a key', newKey],
      ['without a key', () => ({})],
      ['streamed in lines, with a key', () => ({ ...newKey(), ...wantsProgress })],
    ],
    ([how]) => how === 'with a key',
  )('%s ends when its visitor disconnects, which frees its slot', async (_, makeHeaders) => {
    const begun = await Promise.all(
      Array.from({ length: speechesAtOnce }, () => beginLong(server.url, makeHeaders())),
    );
    expect((await speak(server.url, long, newKey())).status).toBe(429);
    for (const { leave } of begun) leave();
    const short = { ...long, durationSeconds: 3 };
    const speakShort = async () => {
      const answer = await speak(server.url, short, newKey());
      await answer.arrayBuffer();
      return answer.status;
    };
    await expect.poll(speakShort, { timeout: 10_000 }).toBe(200);
    await expect
      .poll(async () => Promise.all([1, 2, 3, 4].map(speakShort)), { timeout: 10_000 })
      .toEqual([200, 200, 200, 200]);
  });

  test('does not keep a server from stopping', async () => {
    await using stopping = await startTestServer({ engines: createTestEngines(provider.baseUrl) });
    const { reader } = await beginLong(stopping.url, newKey());
    await stopping.stop(0);
    const readToEnd = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readToEnd()).rejects.toThrow('terminated');
  });
});

describe('a time beyond the longest video', () => {
  const beyond = 4 * hours + 1;
  const analysis = { analysis: 'A fox.', prompt: 'Calm', language: 'English' };
  const timed = { ...analysis, timing: 'cues', durationSeconds: 60, moments: [1] };
  const rewrite = { script: 'A fox looks up. It runs.', language: 'English', change: 'shorten' };
  const fit = { script, voice: 'nova', durationSeconds: 60 };

  test.each([
    ['a speech', '/api/free/speech', { ...long, durationSeconds: beyond }],
    ['fitted lines', '/api/free/fit', { ...fit, durationSeconds: beyond }],
    ['gaps of a description', '/api/free/fit', { ...fit, description: 'standard', gaps: [[0, beyond]] }],
    ['the length of a line', '/api/free/fit', { ...fit, known: [{ index: 0, seconds: beyond }] }],
    ['a script', '/api/free/script', { ...analysis, durationSeconds: beyond }],
    ['cue points of a script', '/api/free/script', { ...timed, moments: [1, beyond] }],
    ['a rewritten script', '/api/free/rewrite', { ...rewrite, durationSeconds: beyond }],
    ['a recording', '/api/free/rewrite', { ...rewrite, durationSeconds: 60, spokenSeconds: beyond }],
  ])('is refused in the call for %s, with the limit', async (_, path, body) => {
    const answer = await postJson(server.url + path, body, { headers: newKey() });
    expect(answer.status).toBe(422);
    const message = t(narrationMessages.tooLong, { limit: '4 hours' });
    expect(await answer.json()).toMatchObject({ error: { code: 'video_too_long', message } });
    expect(provider.requests.filter(({ call }) => call !== 'speech')).toEqual([]);
  });

  test('is refused in forms, too', async () => {
    const pictures = await makeAnalysisForm();
    pictures.set('durationSeconds', String(beyond));
    const seconds = await makeAnalysisForm();
    seconds.append('seconds', String(beyond));
    const video = makeVideoForm(new Uint8Array([0]));
    video.set('timing', 'cues');
    video.set('seconds', `1,${beyond}`);
    const cookie = await signUpForCookie(server.url);
    for (const [path, body] of [
      ['/api/free/analysis', pictures],
      ['/api/free/analysis', seconds],
      ['/create_script', video],
    ] as const) {
      const answer = await fetch(server.url + path, { method: 'POST', headers: { cookie }, body });
      expect([answer.status, (await answer.json()).error.code]).toEqual([422, 'video_too_long']);
    }
  });

  test('is the limit that the server is set to', async () => {
    await using small = await startTestServer({
      engines: createTestEngines(provider.baseUrl),
      environment: { MAX_VIDEO_SECONDS: '90' },
    });
    const answer = await speak(small.url, { ...long, durationSeconds: 91 }, {});
    expect((await answer.json()).error.message).toBe(t(narrationMessages.tooLong, { limit: '90 seconds' }));
    expect((await speak(small.url, { ...long, durationSeconds: 90 }, {})).status).toBe(200);
  });
});

describe('a line of a timed script', () => {
  const makeScript = (length: number) =>
    printTimedScript([
      { startSeconds: 0, text: 'A fox looks up.' },
      { startSeconds: 5, text: 'a '.repeat(length / 2 - 1).concat('ab') },
    ]);

  test.each(['/api/free/speech', '/api/free/fit', '/api/free/rewrite'])(
    'of 98,000 characters is refused by %s',
    async path => {
      const asked = { ...long, script: makeScript(98_000), change: 'shorten' };
      const answer = await postJson(server.url + path, asked);
      expect([answer.status, (await answer.json()).error.message]).toEqual([
        400,
        t(lineMessages.tooLong, { line: 2, count: 98_000, limit: 2000 }),
      ]);
    },
  );

  test("has the same limit without the video's length", async () => {
    const asked = { ...long, durationSeconds: undefined, script: makeScript(2002) };
    expect((await postJson(`${server.url}/api/free/speech`, asked)).status).toBe(400);
  });

  test('may have 2,000 characters', async () => {
    const asked = { ...long, durationSeconds: 60, script: makeScript(2000) };
    expect((await speak(server.url, asked, {})).status).toBe(200);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lookVersion } from '#engines/prompts/look.ts';
import { narrateVersion } from '#engines/prompts/narrate.ts';
import { speechLineSchema } from '#shared/api/free.ts';
import { problemSchema } from '#shared/api/problem.ts';
import { analysisSchema } from '#shared/api/progress.ts';
import { brokenAnswers, pauseInTheMiddle } from '../support/broken-answers.ts';
import { makeClip } from '../support/make-clip.ts';
import { oddChats, refusals } from '../support/openai-faults.ts';
import {
  type Behaviour,
  type OpenAiStandIn,
  type ProviderCall,
  startOpenAiStandIn,
} from '../support/openai-stand-in.ts';
import { createTestEngines, testKey } from '../support/provider-calls.ts';
import { speakAsTone } from '../support/provider-speech.ts';
import {
  makeAnalysisForm,
  makeVideoForm,
  postJson,
  readLines,
  usualPrompt,
  wantsProgress,
} from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

let provider: OpenAiStandIn;
let server: TestServer;
let cookie: string;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  // Loads the voice outside of the time limit.
  await speakAsTone(longScript, 440);
  server = await startTestServer({ engines: createTestEngines(provider.baseUrl, { timeoutMs: 2000 }) });
  cookie = await signUpForCookie(server.url);
  clip = new Uint8Array(await makeClip({ seconds: 2, width: 160, height: 120 }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => provider.reset());
afterEach(async () => {
  await expect.poll(() => server.listTemporaryFiles()).toEqual([]);
  const log = server.logged.join('\n');
  expect(log).not.toContain(testKey);
  expect(log).not.toContain(usualPrompt);
});

const source = { provider: 'our own AI server', model: 'gpt-4o', prompt: lookVersion };
const writer = { provider: 'our own AI server', model: 'gpt-4o-mini', prompt: narrateVersion };
const longScript = 'A dog runs over the lawn. '.repeat(20);
const scriptBody = { analysis: 'A dog runs.', prompt: usualPrompt, language: 'English', durationSeconds: 10 };
const speechBody = { script: 'A dog runs.', voice: 'nova', language: 'English' };

const calls: Record<string, { provider: ProviderCall; send: (init?: RequestInit) => Promise<Response> }> = {
  '/api/free/analysis': {
    provider: 'vision',
    send: async init =>
      fetch(`${server.url}/api/free/analysis`, { ...init, method: 'POST', body: await makeAnalysisForm() }),
  },
  '/api/free/script': {
    provider: 'script',
    send: init => postJson(`${server.url}/api/free/script`, scriptBody, init),
  },
  '/api/script': {
    provider: 'script',
    send: init =>
      postJson(`${server.url}/api/script`, scriptBody, { ...init, headers: { ...init?.headers, cookie } }),
  },
  '/api/free/speech': {
    provider: 'speech',
    send: init => postJson(`${server.url}/api/free/speech`, speechBody, init),
  },
  '/create_script': {
    provider: 'vision',
    send: init =>
      fetch(`${server.url}/create_script`, {
        ...init,
        method: 'POST',
        body: makeVideoForm(clip),
        headers: { ...init?.headers, cookie },
      }),
  },
};

describe('a narration', () => {
  test('of frames takes three calls, as on the free page', async () => {
    const analysis = await calls['/api/free/analysis']?.send();
    expect(await analysis?.json()).toEqual({
      analysis: expect.stringContaining('A dog'),
      durationSeconds: 10,
      moments: [0, 1],
      source,
    });
    const script = await calls['/api/free/script']?.send();
    expect(await script?.json()).toEqual({ script: expect.stringContaining('A dog waits'), writer });
    const speech = await calls['/api/free/speech']?.send();
    expect(speech?.headers.get('content-type')).toBe('audio/mpeg');
    expect((await speech?.bytes())?.length).toBeGreaterThan(1000);
    expect(provider.requests.map(request => request.call)).toEqual(['vision', 'script', 'speech']);
  });

  test('of timed lines leaves out those without words, and lists them', async () => {
    const timed = { ...speechBody, script: '[0:00] ♪♪\n[0:02] A dog runs.\n[0:05] …', durationSeconds: 8 };
    const answer = await postJson(`${server.url}/api/free/speech`, timed, { headers: wantsProgress });
    const text = await answer.text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => speechLineSchema.parse(JSON.parse(line)));
    expect(lines.filter(line => 'unspoken' in line)).toEqual([
      { unspoken: { line: 1, startSeconds: 0, text: '♪♪' } },
      { unspoken: { line: 3, startSeconds: 5, text: '…' } },
    ]);
    expect(lines.filter(line => 'cue' in line)).toMatchObject([
      { cue: { text: 'A dog runs.', startSeconds: 2 } },
    ]);
    expect(provider.requests).toHaveLength(1);
    const wordless = { ...timed, script: '[0:00] ♪♪' };
    const refused = await postJson(`${server.url}/api/free/speech`, wordless);
    expect([refused.status, provider.requests.length]).toEqual([422, 1]);
  });

  test('of a video reports progress', async () => {
    const answer = await calls['/create_script']?.send({ headers: wantsProgress });
    expect(answer?.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = await readLines(answer as Response);
    expect(lines.filter(line => 'stage' in line)).toEqual([
      { stage: 'reading frames' },
      { stage: 'looking at the frames' },
      { stage: 'writing the script' },
    ]);
    const deltas = lines.flatMap(line => ('delta' in line ? [line.delta] : []));
    expect(lines.at(-1)).toEqual({ script: deltas.join(''), writer });
    expect(deltas.length).toBeGreaterThan(1);
  });

  test('of a video reports what was seen before the first word, and another script is written from it', async () => {
    const answer = await calls['/create_script']?.send({ headers: wantsProgress });
    const lines = await readLines(answer as Response);
    const seen = lines.findIndex(line => 'analysis' in line);
    expect(lines[seen]).toEqual({
      analysis: expect.stringContaining('A dog'),
      durationSeconds: expect.closeTo(2, 1),
      moments: expect.arrayContaining([1.9]),
      source,
    });
    expect(seen).toBeLessThan(lines.findIndex(line => 'delta' in line));
    const { analysis, durationSeconds } = analysisSchema.parse(lines[seen]);
    provider.reset();
    const asked = { analysis, durationSeconds, prompt: 'As a fairy tale', language: 'German' };
    const again = await postJson(`${server.url}/api/script`, asked, { headers: { cookie } });
    expect(await again.json()).toEqual({ script: expect.stringContaining('A dog waits'), writer });
    expect(provider.requests.map(({ call }) => call)).toEqual(['script']);
  });

  test('of a video that only the server can decode gives the same kind of analysis', async () => {
    const form = makeVideoForm(clip);
    form.set('prompt', usualPrompt);
    const answer = await fetch(`${server.url}/api/free/analysis`, {
      method: 'POST',
      body: form,
      headers: wantsProgress,
    });
    const lines = await readLines(answer);
    expect(lines).toEqual([
      { stage: 'reading frames' },
      { stage: 'looking at the frames' },
      {
        analysis: expect.stringContaining('A dog'),
        durationSeconds: expect.closeTo(2, 1),
        moments: expect.arrayContaining([1.9]),
        source,
      },
    ]);
    expect(
      provider.requests[0]?.body.messages
        .at(-1)
        .content.filter((part: { type: string }) => part.type === 'image_url'),
    ).not.toEqual([]);
  });

  test('can be spoken from a form, too', async () => {
    const body = new FormData();
    body.set('script', 'Ein Hund läuft über die Wiese.');
    body.set('voice', 'onyx');
    const answer = await fetch(`${server.url}/convert_to_voice`, {
      method: 'POST',
      body,
      headers: { cookie },
    });
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect((await answer.bytes()).length).toBeGreaterThan(1000);
    expect(provider.requests[0]?.body).toMatchObject({
      model: 'tts-1',
      voice: 'onyx',
      input: 'Ein Hund läuft über die Wiese.',
    });
  });
});

const faults: [string, Behaviour, number][] = [
  ['refuses the request', refusals.badRequest, 503],
  ['refuses the content', refusals.contentPolicy, 422],
  ['refuses the key', refusals.invalidKey, 503],
  ['refuses the country', refusals.forbidden, 503],
  ['does not know the model', refusals.unknownModel, 503],
  ['has a conflict', refusals.conflict, 503],
  ['cannot process it', refusals.unprocessable, 503],
  ['is busy', refusals.rateLimitForAnHour, 503],
  ['wants to be paid', refusals.outOfQuota, 503],
  ['has an error', refusals.serverError, 503],
  ['is gone', brokenAnswers.reset, 503],
  ['answers with a web page', brokenAnswers.html, 502],
  ['answers with nothing', brokenAnswers.empty, 502],
  ['does not answer', brokenAnswers.noHeaders, 504],
];

describe.each(Object.keys(calls))('%s, when the provider', path => {
  const call = () => calls[path] as (typeof calls)[string];

  test.each(faults)('%s', async (_fault, behaviour, status) => {
    provider.always(call().provider, behaviour);
    const answer = await call().send();
    const text = await answer.text();
    expect({ status: answer.status, text }).toEqual({ status, text: expect.stringMatching(/^\{"error":/u) });
    const { error } = problemSchema.parse(JSON.parse(text));
    expect(error.message).toMatch(/^[A-Z].*\.$/u);
    expect(text).not.toContain(testKey);

    provider.reset();
    expect((await call().send()).status).toBe(200);
  });

  test('is busy, says when to retry', async () => {
    provider.always(call().provider, refusals.rateLimitForAnHour);
    expect((await call().send()).headers.get('retry-after')).toBe('3600');
  });

  test('works until the client disconnects, is cancelled', async () => {
    provider.always(call().provider, brokenAnswers.noHeaders);
    const controller = new AbortController();
    const asked = provider.waitForRequest(call().provider);
    const answer = call().send({ signal: controller.signal });
    const request = await asked;
    controller.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect((await request.closed).early).toBe(true);
  });
});

describe('an endless answer', () => {
  test.each(['/api/free/analysis', '/api/free/script', '/create_script'])('is given up in %s', async path => {
    provider.always(calls[path]?.provider ?? 'vision', brokenAnswers.endless);
    expect((await calls[path]?.send())?.status).toBe(502);
  });

  test('is cut off when it is streamed sound', { tags: 'long' }, async () => {
    provider.always('speech', brokenAnswers.endless);
    const answer = await calls['/api/free/speech']?.send();
    await expect(answer?.bytes()).rejects.toThrow('terminated');
  });
});

describe('a failure midway', () => {
  test('of the script is the last line of progress', async () => {
    provider.always('script', oddChats.errorInTheMiddle);
    const answer = await calls['/api/free/script']?.send({ headers: wantsProgress });
    expect(answer?.status).toBe(200);
    const lines = await readLines(answer as Response);
    expect(lines.at(-1)).toHaveProperty('error.code');
    expect(lines.filter(line => 'script' in line)).toEqual([]);
  });

  test('of the script is an error without progress', async () => {
    provider.always('script', oddChats.errorInTheMiddle);
    expect((await calls['/api/free/script']?.send())?.status).toBeGreaterThanOrEqual(500);
  });

  test('of speech closes the connection, so that half a sound is not taken for all', {
    tags: 'long',
  }, async () => {
    const { promise: forEver } = Promise.withResolvers<void>();
    provider.always('speech', pauseInTheMiddle(forEver));
    const answer = await postJson(`${server.url}/api/free/speech`, {
      ...speechBody,
      script: longScript,
    });
    expect(answer.status).toBe(200);
    await expect(answer.bytes()).rejects.toThrow('terminated');
  });
});

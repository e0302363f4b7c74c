import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { narrateMomentsVersion } from '#engines/prompts/narrate-moments.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { makeClip } from '../support/make-clip.ts';
import { answerWithReply, refusals } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import {
  makeAnalysisForm,
  makeVisitorHeaders,
  postJson,
  readLines,
  usualPrompt,
  wantsProgress,
} from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const maxTimedFrames = 40;

const writer = { provider: 'our own AI server', model: 'gpt-4o-mini', prompt: narrateMomentsVersion };
let provider: OpenAiStandIn;
let server: TestServer;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }),
    environment: {
      TRUST_PROXY: '127.0.0.1',
      FREE_NARRATIONS_PER_DAY: '2',
      MAX_TIMED_FRAMES: String(maxTimedFrames),
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => provider.reset());
afterEach(() => expect.poll(() => server.listTemporaryFiles()).toEqual([]));

interface Sending {
  readonly timing?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Sends this many pictures, a second apart. */
async function analyse(
  frames: number,
  { timing = 'cues', headers = makeVisitorHeaders(), signal }: Sending = {},
) {
  const body = await makeAnalysisForm({ frames });
  if (timing) body.set('timing', timing);
  const url = `${server.url}/api/free/analysis`;
  return await fetch(url, { method: 'POST', headers, body, ...(signal && { signal }) });
}

/** The seconds of the pictures in a request to a vision model. */
function readSeconds(body: { messages: { content: { text?: string }[] }[] }): number[] {
  const texts = body.messages[1]?.content.map(({ text = '' }) => text) ?? [];
  return texts.flatMap(text => /at second ([\d.]+):/iu.exec(text)?.[1] ?? []).map(Number);
}

/** Answers with an analysis that names its pictures. */
const answerWithAnalysis: Behaviour = exchange => {
  const content = readSeconds(exchange.request.body)
    .map(seconds => `seen at ${seconds}`)
    .join('\n');
  return answerWithReply({ content })(exchange);
};

const listSeconds = (analysis: string) =>
  [...analysis.matchAll(/seen at (\d+)/gu)].map(([, at]) => Number(at));
const countFrom0 = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('frames for a timed narration', () => {
  test.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [30, 3],
    // Two for a quick look at one in three.
    [37, 2 + 4],
  ])(
    '%i of them are analysed in %i requests, and the analysis is in time order',
    async (frames, requests) => {
      provider.always('vision', answerWithAnalysis);
      const answer = await analyse(frames);
      expect(answer.status).toBe(200);
      const { analysis, moments, durationSeconds } = await answer.json();
      expect(provider.requests).toHaveLength(requests);
      expect(listSeconds(analysis)).toEqual(countFrom0(frames));
      expect(moments).toEqual(countFrom0(frames));
      expect(durationSeconds).toBe(10);
    },
  );

  test('beyond thirty are analysed in parallel after a quick look, and late answers keep their place', async () => {
    const late = Promise.withResolvers<void>();
    provider.next('vision', answerWithAnalysis, answerWithAnalysis, async exchange => {
      await late.promise;
      await answerWithAnalysis(exchange);
    });
    provider.always('vision', answerWithAnalysis);
    const answering = analyse(40);
    await expect.poll(() => provider.requests.length).toBe(2 + 3);
    late.resolve();
    const { analysis } = await (await answering).json();
    expect(listSeconds(analysis)).toEqual(countFrom0(40));
  });

  test("are refused above the server's limit, before vision", async () => {
    const answer = await analyse(maxTimedFrames + 1);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error).toMatchObject({
      key: requestErrors.fieldRepeated.key,
      values: { count: maxTimedFrames },
    });
    expect(provider.requests).toEqual([]);
  });

  test('are ten at most without the field', async () => {
    const answer = await analyse(11, { timing: '' });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.values).toMatchObject({ count: 10 });
    expect(await (await analyse(10, { timing: '' })).json()).toMatchObject({ moments: countFrom0(10) });
    expect(provider.requests).toHaveLength(1);
  });

  test('are refused for any other value of the field', async () => {
    const answer = await analyse(3, { timing: 'words' });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toBe(t(narrationErrors.unknownTiming));
  });

  test('when one request fails, its reason is reported and the others are cancelled', async () => {
    provider.next('vision', answerWithAnalysis, answerWithAnalysis);
    provider.next('vision', brokenAnswers.noHeaders, refusals.contentPolicy, brokenAnswers.noHeaders);
    provider.always('vision', answerWithAnalysis);
    const headers = makeVisitorHeaders();
    const answer = await analyse(40, { headers });
    expect(answer.status).toBe(422);
    expect((await answer.json()).error.code).toBe('content_refused');
    const open = [provider.requests[2], provider.requests[4]];
    for (const request of open) expect(await request?.closed).toMatchObject({ early: true });
    expect(provider.requests).toHaveLength(5);
  });

  test('disconnecting cancels all requests and starts no more', async () => {
    provider.next('vision', answerWithAnalysis, answerWithAnalysis);
    provider.always('vision', brokenAnswers.noHeaders);
    const leaving = new AbortController();
    const answering = analyse(40, { signal: leaving.signal });
    answering.catch(() => {});
    await expect.poll(() => provider.requests.length).toBe(5);
    leaving.abort();
    await expect(answering).rejects.toThrow('aborted');
    for (const { closed } of provider.requests.slice(2)) expect(await closed).toMatchObject({ early: true });
    expect(provider.requests).toHaveLength(5);
  });

  test('count as one narration, whatever their number', async () => {
    provider.always('vision', answerWithAnalysis);
    const headers = makeVisitorHeaders();
    for (const status of [200, 200, 429]) expect((await analyse(25, { headers })).status).toBe(status);
  });

  test('are read from a sparse copy at the given times, without repeated pictures', async () => {
    provider.always('vision', answerWithAnalysis);
    // One colour until 60 s, then another each second.
    const color = (seconds: number) => (seconds < 60 ? [40, 90, 200] : [seconds, 200 - seconds, 90]) as never;
    const clip = await makeClip({ seconds: 100, framesPerSecond: 2, color });
    const form = new FormData();
    form.set('prompt', usualPrompt);
    form.set('timing', 'cues');
    const sent = [1, 3, 5, 7, 21, 33, 44, 55, 61, 75, 85, 95];
    for (const seconds of sent) form.append('seconds', String(seconds));
    form.set('video', new Blob([clip], { type: 'video/mp4' }), 'pictures.mp4');
    const answer = await fetch(`${server.url}/api/free/analysis`, {
      method: 'POST',
      headers: makeVisitorHeaders(),
      body: form,
    });
    const { analysis, moments } = await answer.json();
    expect(moments).toEqual([1, 21, 33, 44, 55, 61, 75, 85, 95]);
    expect(listSeconds(analysis)).toEqual(moments);
  });
});

describe('a timed script', () => {
  const body = {
    analysis: 'A dog runs.',
    prompt: usualPrompt,
    language: 'English',
    durationSeconds: 30,
    timing: 'cues',
    moments: [18, 0, 6, 12],
  };
  const write = (changes: object = {}, headers: Record<string, string> = {}) =>
    postJson(
      `${server.url}/api/free/script`,
      { ...body, ...changes },
      { headers: { ...makeVisitorHeaders(), ...headers } },
    );
  const lines = '[0:00] A small dog comes down to the sea.\n[0:12] The waves take the ball.';

  test('has times of cue points, and is streamed line by line', async () => {
    provider.always('script', answerWithReply({ content: lines }));
    const reported = await readLines(await write({}, wantsProgress));
    expect(reported.at(-1)).toEqual({ script: lines, writer });
    const deltas = reported.flatMap(line => ('delta' in line ? [line.delta] : []));
    expect(deltas.join('').trimEnd()).toBe(lines);
    const asked = JSON.stringify(provider.requests[0]?.body);
    expect(asked).toMatch(/\[0:00\].*\[0:06\].*\[0:12\].*\[0:18\]/su);
  });

  test('is returned without times, with a notice, where the script engine gives none', async () => {
    const { script, notice } = await (await write()).json();
    expect(script).toContain('A dog waits in the sun.');
    expect(script).not.toContain('[');
    expect(notice).toBe(t(narrationMessages.notTimed));
  });

  test.each([
    ['without cue points', { moments: [] }, t(narrationErrors.noTimesOfFrames)],
    ['without the length', { durationSeconds: undefined }, t(narrationErrors.noLength)],
    ['with a cue point before the start', { moments: [-1] }, t(narrationErrors.negativeTimeOfFrame)],
    [
      'with too many cue points',
      { moments: countFrom0(121) },
      t(narrationErrors.tooManyFrames, { limit: 120 }),
    ],
    [
      'with more cue points than this server analyses frames',
      { moments: countFrom0(maxTimedFrames + 1) },
      t(narrationErrors.tooManyFrames, { limit: maxTimedFrames }),
    ],
    ['with too many notes', { analysis: 'A dog. '.repeat(3000) }, t(narrationErrors.analysisTooLong)],
  ])('is refused %s', async (_, changes, message) => {
    const answer = await write(changes);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toBe(message);
    expect(provider.requests).toEqual([]);
  });

  test('is written from more analysis than an untimed one, where there are more frames', async () => {
    provider.always('script', answerWithReply({ content: lines }));
    const analysis = 'A dog runs. '.repeat((maxTimedFrames * 1000) / 12 - 1);
    const moments = countFrom0(maxTimedFrames).map(at => at * 6);
    expect((await write({ analysis, moments, durationSeconds: 240 })).status).toBe(200);
    const untimed = await write({ analysis, timing: undefined, moments: undefined });
    expect((await untimed.json()).error.message).toBe(t(narrationErrors.analysisTooLong));
  });

  describe('for a part', () => {
    const part = {
      fromSeconds: 5,
      toSeconds: 20,
      linesBefore: [{ startSeconds: 1, text: 'Morning.' }],
      linesAfter: [{ startSeconds: 21, text: 'Evening.' }],
    };

    test('has lines in it alone, and the writer knows those around it', async () => {
      provider.always(
        'script',
        answerWithReply({ content: `${lines}\n[0:18] It comes home, wet and happy.` }),
      );
      const { script } = await (await write({ part })).json();
      expect(script).toBe('[0:12] The waves take the ball.');
      const asked = JSON.stringify(provider.requests[0]?.body);
      expect(asked).toContain('The part from 0:05 to 0:20 is new in it');
      expect(asked).toMatch(/Morning\..*Evening\./su);
    });

    test('in which no picture is has no lines, says so, and asks nobody', async () => {
      const answer = await (await write({ part: { ...part, fromSeconds: 19 } })).json();
      expect(answer).toMatchObject({ script: '', notice: t(narrationMessages.nothingForPart) });
      expect(provider.requests).toEqual([]);
    });

    const thirteen = Array.from({ length: 13 }, () => ({ startSeconds: 1, text: 'Morning.' }));
    const notPart = t(narrationErrors.notPart, { limit: 12 });
    test.each([
      ['without timing', { part, timing: undefined, moments: undefined }, t(narrationErrors.partNeedsTiming)],
      ['that ends before it begins', { part: { ...part, toSeconds: 4 } }, notPart],
      ['before the video', { part: { ...part, fromSeconds: -1 } }, notPart],
      ['without its lines', { part: { fromSeconds: 5, toSeconds: 20 } }, notPart],
      ['with too many lines', { part: { ...part, linesAfter: thirteen } }, notPart],
      [
        'with a long line',
        { part: { ...part, linesBefore: [{ startSeconds: 1, text: 'a'.repeat(2001) }] } },
        notPart,
      ],
      ['that is a text', { part: 'the end' }, notPart],
    ])('is refused %s', async (_, changes, message) => {
      const answer = await write(changes);
      expect(answer.status).toBe(400);
      expect((await answer.json()).error.message).toBe(message);
      expect(provider.requests).toEqual([]);
    });
  });
});

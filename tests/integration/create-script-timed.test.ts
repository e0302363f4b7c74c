// @module-tag long
import { BufferSource } from 'mediabunny';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import { planTimedVideo } from '#media/frames/plan-pictures.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { colorAt, makeClip } from '../support/make-clip.ts';
import { makeFilm } from '../support/make-film.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeVideoForm, readLines, wantsProgress } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const most = 30;
let provider: OpenAiStandIn;
let server: TestServer;
let cookie: string;
/** Three minutes, with a key frame and another colour every few seconds. */
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({
    engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }),
    environment: { MAX_TIMED_FRAMES: String(most) },
  });
  cookie = await signUpForCookie(server.url);
  clip = await makeClip({ seconds: 180, framesPerSecond: 2, keyIntervalSeconds: 2, width: 160, height: 120 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => provider.reset());
afterEach(() => expect.poll(() => server.listTemporaryFiles()).toEqual([]));

function create(
  fields: Readonly<Record<string, string>>,
  video: Uint8Array<ArrayBuffer> = clip,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = makeVideoForm(video);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return fetch(`${server.url}/create_script`, { method: 'POST', body, headers: { cookie, ...headers } });
}

const lines = '[0:06] A small dog comes down to the sea.\n[1:24] The waves take the ball away.';
const wholeAnswer = answerWithReply({ content: lines });

/** Makes the script engine place lines at the second and the last but one cue point. */
function writeAtCuePoints(): void {
  provider.always('script', exchange => {
    const asked = JSON.stringify(exchange.request.body.messages.at(-1));
    const given = [...asked.matchAll(/\[(\d+:\d\d(?:\.\d+)?)\]/gu)].map(([, time]) => time);
    const content = `[${given[1]}] A small dog comes down to the sea.\n[${given.at(-2)}] The waves take the ball away.`;
    return answerWithReply({ content })(exchange);
  });
}

describe('a timed script', () => {
  test('uses the allowed number of frames, ten a request, each line at one of their times', async () => {
    writeAtCuePoints();
    const answer = await create({ timing: 'cues' });
    expect(answer.status).toBe(200);
    const { script, moments, notice } = await answer.json();
    expect(notice).toBeUndefined();
    expect(moments.length).toBeGreaterThan(20);
    expect(moments.length).toBeLessThanOrEqual(most);
    expect(provider.requests.filter(({ call }) => call === 'vision')).toHaveLength(3);
    const cues = requireTimedScript(script, 180);
    expect(cues).toHaveLength(2);
    for (const { startSeconds } of cues) expect(moments).toContain(startSeconds);
  });

  test('for a part is made from frames of it alone', async () => {
    writeAtCuePoints();
    const around = { linesBefore: [{ startSeconds: 20, text: 'Morning.' }], linesAfter: [] };
    const part = JSON.stringify({ fromSeconds: 60, toSeconds: 90, ...around });
    const { script, moments } = await (await create({ timing: 'cues', part })).json();
    expect(moments.length).toBeGreaterThan(2);
    for (const seconds of moments) expect(seconds >= 60 && seconds < 90).toBe(true);
    expect(requireTimedScript(script, 180).every(({ startSeconds }) => moments.includes(startSeconds))).toBe(
      true,
    );
    expect(provider.requests.filter(({ call }) => call === 'vision')).toHaveLength(1);
    const refused = await create({ timing: 'cues', part: '[' });
    expect((await refused.json()).error.message).toBe(t(narrationErrors.notPart, { limit: 12 }));
  });

  test('streams line by line, and its last line equals the answer without progress', async () => {
    writeAtCuePoints();
    const plain = await (await create({ timing: 'cues' })).json();
    const reported = await readLines(await create({ timing: 'cues' }, clip, wantsProgress));
    expect(reported.flatMap(line => ('stage' in line ? [line.stage] : []))).toEqual([
      'reading frames',
      'looking at the frames',
      'writing the script',
    ]);
    expect(reported.at(-1)).toEqual(plain);
    const seen = reported.find(line => 'analysis' in line);
    expect(seen).toMatchObject({ moments: plain.moments, durationSeconds: 180 });
    expect(seen).not.toHaveProperty('gaps');
  });

  test('from a sparse copy uses exactly the given times', async () => {
    writeAtCuePoints();
    const video = await openVideo(new BufferSource(clip), { maxSeconds: 1000 });
    const pictures = await planTimedVideo(video, most);
    const copy = await makeSparseCopy(video, new AbortController().signal, pictures);
    video.close();
    expect(copy.length).toBeLessThan(clip.length);
    const seconds = pictures.map(({ pictureMs }) => pictureMs / 1000);
    const answer = await (await create({ timing: 'cues', seconds: seconds.join(',') }, copy)).json();
    expect(answer.moments.length).toBeGreaterThan(20);
    for (const cuePoint of answer.moments) expect(seconds).toContain(cuePoint);
  });

  test('is written from movements of three pictures, each of which is one moment of the answer', async () => {
    writeAtCuePoints();
    const shots = ['moving', 'card', 'still', 'moving'] as const;
    const film = await makeFilm(shots.map(kind => ({ kind, seconds: 8 })));
    const { moments } = await (await create({ timing: 'cues' }, film)).json();
    expect(moments).toEqual([...new Set<number>(moments)].toSorted((one, other) => one - other));
    const looked = provider.requests.filter(({ call }) => call === 'vision');
    const parts: { image_url?: { detail?: string } }[] = looked.flatMap(
      ({ body }) => body.messages[1].content,
    );
    const low = parts.filter(({ image_url }) => image_url?.detail === 'low');
    const pictures = parts.filter(({ image_url }) => image_url);
    expect(low.length).toBeGreaterThanOrEqual(3);
    expect(pictures.length - moments.length).toBe((low.length / 3) * 2);
    expect(pictures.length).toBeLessThanOrEqual(most);
  });

  test('is one text with a notice where the script engine ignores times', async () => {
    const { script, notice, moments } = await (await create({ timing: 'cues' })).json();
    expect(script).not.toContain('[');
    expect(notice).toBe(t(narrationMessages.notTimed));
    expect(moments.length).toBeGreaterThan(20);
  });

  test('analyses a still picture once per tenth of the frames', async () => {
    provider.always('script', wholeAnswer);
    const color = (seconds: number) => (seconds < 90 ? ([40, 90, 200] as const) : colorAt(seconds));
    const half = await makeClip({ seconds: 180, framesPerSecond: 2, keyIntervalSeconds: 2, color });
    const { moments } = await (await create({ timing: 'cues' }, half)).json();
    expect(moments.filter((cuePoint: number) => cuePoint < 90)).toHaveLength(5);
    expect(moments.length).toBeGreaterThan(12);
  });

  test.each([
    [{ timing: 'words' }, t(narrationErrors.unknownTiming)],
    [{ seconds: '1,2' }, t(narrationErrors.secondsNeedTiming)],
    [{ timing: 'cues', seconds: '1,two' }, t(narrationErrors.notListOfSeconds)],
    [{ timing: 'cues', seconds: '1,,2' }, t(narrationErrors.notListOfSeconds)],
    [{ timing: 'cues', seconds: '' }, t(narrationErrors.notListOfSeconds)],
    [{ timing: 'cues', seconds: '-1' }, t(narrationErrors.negativeTimeOfFrame)],
    [
      { timing: 'cues', seconds: '1,'.repeat(most).concat('1') },
      t(narrationErrors.tooManyFrames, { limit: most }),
    ],
    [{ timing: 'cues', seconds: '1'.repeat(1_000_000) }, t(narrationErrors.tooManyFrames, { limit: 120 })],
  ])('is refused for %o, before vision', async (fields, sentence) => {
    const answer = await create(fields as unknown as Record<string, string>);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toContain(sentence);
    expect(provider.requests).toEqual([]);
  });

  test('is only made on request: otherwise ten frames, one request, and no additional field', async () => {
    const answer = await (await create({})).json();
    expect(Object.keys(answer)).toEqual(['script', 'writer']);
    expect(provider.requests.map(({ call }) => call)).toEqual(['vision', 'script']);
  });

  test('that is cancelled requests no more analysis', async () => {
    provider.always('vision', () => {});
    const leaving = new AbortController();
    const body = makeVideoForm(clip);
    body.set('timing', 'cues');
    const { signal } = leaving;
    const answer = fetch(`${server.url}/create_script`, {
      method: 'POST',
      body,
      headers: { cookie },
      signal,
    });
    answer.catch(() => {});
    await expect.poll(() => provider.requests.length).toBe(1);
    leaving.abort();
    for (const { closed } of provider.requests) expect((await closed).early).toBe(true);
    expect(provider.requests).toHaveLength(1);
  });
});

// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { t } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { makeVideoForm, readLines, wantsProgress } from '../support/requests.ts';
import { signUpForCookie } from '../support/sign-up.ts';
import { speakScene } from '../support/speak-scene.ts';
import type { SpeechScene } from '../support/speech-scene.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

const rateHz = 48_000;
let provider: OpenAiStandIn;
let server: TestServer;
let cookie: string;
let scene: SpeechScene;
let durationSeconds: number;

beforeAll(async () => {
  provider = await startOpenAiStandIn();
  server = await startTestServer({ engines: createTestEngines(provider.baseUrl, { timeoutMs: 5000 }) });
  cookie = await signUpForCookie(server.url);
  const speech = createOfflineSpeech();
  scene = await speakScene(speech, 'English', rateHz);
  await speech.close?.();
  durationSeconds = Math.floor(scene.samples.length / rateHz);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => provider.reset());
afterEach(() => expect.poll(() => server.listTemporaryFiles()).toEqual([]));

const create = (video: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}) => {
  const body = makeVideoForm(video);
  for (const [name, value] of Object.entries({ timing: 'cues', description: 'standard', ...fields }))
    body.set(name, value);
  return fetch(`${server.url}/create_script`, {
    method: 'POST',
    body,
    headers: { cookie, ...wantsProgress },
  });
};

/** Makes the script engine write a line at each cue point. */
function describeAll(): void {
  provider.always('script', exchange => {
    const given = [...exchange.request.body.messages[1].content.matchAll(/^\[([\d:.]+)\]/gmu)];
    return answerWithReply({ content: given.map(([, time]) => `[${time}] A woman.`).join('\n') })(exchange);
  });
}

test("speech in an uploaded video is detected, and the description and the answer's gaps avoid it", {
  tags: 'long',
}, async () => {
  describeAll();
  const sound = {
    sampleRateHz: rateHz,
    seconds: durationSeconds,
    sample: (seconds: number) => scene.samples[Math.round(seconds * rateHz)] ?? 0,
  };
  const clip = await makeSoundingClip({ seconds: durationSeconds, framesPerSecond: 2, sounds: [sound] });
  const lines = await readLines(await create(clip));
  expect(lines.flatMap(line => ('stage' in line ? [line.stage] : []))).toEqual([
    'listening for speech',
    'reading frames',
    'looking at the frames',
    'writing the script',
  ]);
  const last = lines.at(-1);
  if (!last || !('script' in last)) throw new Error('There is no script.');
  const { script, gaps = [] } = last;
  const expected = computeGaps(scene.speech, durationSeconds);
  expect(gaps).toHaveLength(expected.length);
  for (const [index, [from, until]] of gaps.entries()) {
    expect(from).toBeCloseTo(expected[index]?.startSeconds ?? -1, 0);
    expect(until).toBeCloseTo(expected[index]?.endSeconds ?? -1, 0);
  }
  const times = [...script.matchAll(/^\[(\d+):(\d\d(?:\.\d+)?)\]/gmu)].map(
    ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
  );
  expect(times.length).toBeGreaterThan(2);
  for (const seconds of times)
    expect(gaps.some(([from, until]) => seconds >= from && seconds < until)).toBe(true);
});

test('a video without sound is one gap', async () => {
  describeAll();
  const lines = await readLines(await create(await makeClip({ seconds: 20, framesPerSecond: 2 })));
  expect(lines.at(-1)).toMatchObject({ gaps: [[0, 20]], script: expect.stringContaining('A woman.') });
  expect(lines.find(line => 'analysis' in line)).toMatchObject({ gaps: [[0, 20]] });
});

test('a sparse copy has no sound: the gaps must be sent with it', async () => {
  const answer = await create(await makeClip(), { seconds: '1,2' });
  expect(answer.status).toBe(400);
  expect((await answer.json()).error.message).toBe(t(narrationErrors.sparseCopyNeedsGaps));
  expect(provider.requests).toEqual([]);
});

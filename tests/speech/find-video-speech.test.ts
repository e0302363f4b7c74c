// @module-tag long
import { BufferSource } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { type OpenVideo, openVideo } from '#media/container/open-video.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { findVideoSpeech } from '#media/speech/find-speech.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeSpokenClip } from '../support/make-spoken-clip.ts';
import { realVideos } from '../support/real-videos.ts';
import { speakScene } from '../support/speak-scene.ts';
import { addBackground, type SpeechScene } from '../support/speech-scene.ts';

const limits = { maxSeconds: 3600 };
const never = new AbortController().signal;
const speech = createOfflineSpeech();
afterAll(() => speech.close());

let scene: SpeechScene;
beforeAll(async () => {
  scene = addBackground(await speakScene(speech, 'French', 48_000), 'street', 10);
});

async function find(bytes: Uint8Array<ArrayBuffer>): Promise<{ found: TimeSpan[]; video: OpenVideo }> {
  const video = await openVideo(new BufferSource(bytes), limits);
  const found = await findVideoSpeech(video, never);
  video.close();
  return { found, video };
}

function expectAbout(found: readonly TimeSpan[], said: readonly TimeSpan[]): void {
  expect(found).toHaveLength(said.length);
  for (const [index, { startSeconds, endSeconds }] of said.entries()) {
    expect(Math.abs((found[index]?.startSeconds ?? -1) - startSeconds)).toBeLessThan(0.2);
    expect(Math.abs((found[index]?.endSeconds ?? -1) - endSeconds)).toBeLessThan(0.2);
  }
}

const delay = (seconds: number) => (span: TimeSpan) => ({
  startSeconds: span.startSeconds + seconds,
  endSeconds: span.endSeconds + seconds,
});

test("speech in a video is detected on the picture's time scale, also with late sound", async () => {
  expectAbout((await find(await makeSpokenClip(scene))).found, scene.speech);
  const late = await find(await makeSpokenClip(scene, { lateSeconds: 5 }));
  expectAbout(late.found, scene.speech.map(delay(5)));
});

test('speech in the centre of surround sound is detected', { tags: 'long' }, async () => {
  expectAbout((await find(await makeSpokenClip(scene, { isSurround: true }))).found, scene.speech);
});

test('a damaged part counts as speech, and speech behind it is detected', async () => {
  const pauseSeconds = scene.speech[3]?.endSeconds ?? 0;
  const damage = { startSeconds: pauseSeconds + 2, endSeconds: pauseSeconds + 5 };
  const { found } = await find(await makeSpokenClip(scene, { damage }));
  const within = found.filter(
    span => span.startSeconds < damage.endSeconds && span.endSeconds > damage.startSeconds,
  );
  expect(within[0]?.startSeconds).toBeLessThan(damage.startSeconds + 0.3);
  expect(within.at(-1)?.endSeconds).toBeGreaterThan(damage.endSeconds - 0.3);
  expectAbout(
    found.filter(span => !within.includes(span)),
    scene.speech,
  );
});

test('a video without sound has no speech', async () => {
  expect((await find(await makeClip({ seconds: 4 }))).found).toEqual([]);
});

test('undecodable sound counts as speech throughout', async () => {
  const clip = Buffer.from(await makeSpokenClip(scene));
  clip.write('????', clip.lastIndexOf('mp4a'));
  clip.write('free', clip.lastIndexOf('esds'));
  const { found, video } = await find(new Uint8Array(clip));
  expect(found).toEqual([{ startSeconds: 0, endSeconds: video.durationSeconds }]);
});

test.each(realVideos)('no speech is detected in $name', async ({ path }) => {
  const video = await openVideoFile(path, limits);
  expect(await findVideoSpeech(video, never)).toEqual([]);
  video.close();
});

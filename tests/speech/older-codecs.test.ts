// @module-tag long
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  FF_ENCODER_AAC,
  FF_ENCODER_AC3,
  FF_ENCODER_FLV,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_MJPEG,
  FF_ENCODER_MP2,
  FF_ENCODER_MPEG1VIDEO,
  FF_ENCODER_MPEG2VIDEO,
  FF_ENCODER_MPEG4,
  FF_ENCODER_MSMPEG4V3,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_WMAV2,
  FF_ENCODER_WMV2,
} from 'node-av';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { type FileFormat, findOlderFormat, findUsualFormat } from '#media/container/video-file.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import { createFrameReader } from '../../src/server/decoding/frame-reader.ts';
import { colorAt } from '../support/make-clip.ts';
import { makeSpokenClip } from '../support/make-spoken-clip.ts';
import { makeTalk } from '../support/make-talk.ts';
import { colorDistance, colorIn } from '../support/measure-frame.ts';
import { type OlderCoders, recodeOlderFile } from '../support/recode-older-file.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { speakScene } from '../support/speak-scene.ts';
import type { SpeechScene } from '../support/speech-scene.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { describeRows } from '../support/test-rows.ts';

const job = { requester: 'a test', signal: new AbortController().signal };
const speech = createOfflineSpeech();
const reader = createFrameReader({ maxSeconds: 100, workers: 1 });
let folder: TemporaryFolder;
let scene: SpeechScene;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  scene = await speakScene(speech, 'English', 48_000);
  await folder.write('talk.mp4', await makeSpokenClip(scene));
});
afterAll(async () => {
  await Promise.all([reader.close(), speech.close()]);
  await folder[Symbol.asyncDispose]();
});

const dvd: OlderCoders = { picture: FF_ENCODER_MPEG2VIDEO, sound: FF_ENCODER_AC3 };
const kinds: readonly (OlderCoders & { readonly name: string })[] = [
  { name: 'divx.avi', picture: FF_ENCODER_MPEG4, sound: FF_ENCODER_LIBMP3LAME },
  { name: 'divx3.avi', picture: FF_ENCODER_MSMPEG4V3, sound: FF_ENCODER_MP2 },
  { name: 'camera.avi', picture: FF_ENCODER_MJPEG, sound: FF_ENCODER_PCM_S16LE, pixelFormat: 'yuvj420p' },
  { name: 'media.wmv', picture: FF_ENCODER_WMV2, sound: FF_ENCODER_WMAV2 },
  { name: 'flash.flv', picture: FF_ENCODER_FLV, sound: FF_ENCODER_LIBMP3LAME },
  { name: 'dvd.vob', ...dvd },
  { name: 'vcd.mpg', picture: FF_ENCODER_MPEG1VIDEO, sound: FF_ENCODER_MP2 },
  { name: 'divx.mp4', picture: FF_ENCODER_MPEG4, sound: FF_ENCODER_AAC },
  { name: 'divx.mkv', picture: FF_ENCODER_MPEG4, sound: FF_ENCODER_LIBMP3LAME },
  { name: 'camera.mov', picture: FF_ENCODER_MJPEG, sound: FF_ENCODER_PCM_S16LE, pixelFormat: 'yuvj420p' },
  { name: 'broadcast.ts', picture: FF_ENCODER_MPEG2VIDEO, sound: FF_ENCODER_AC3 },
];

async function makeFile({ name, ...coders }: (typeof kinds)[number]): Promise<string> {
  const path = `${folder.path}/${name}`;
  if (!(await readdir(folder.path)).includes(name))
    await recodeOlderFile(`${folder.path}/talk.mp4`, path, coders);
  return path;
}

async function copyForDecoding(path: string): Promise<string> {
  const copyPath = `${path}.mkv`;
  const begins = await readFile(path);
  const format = (findOlderFormat(begins) ?? findUsualFormat(begins)) as FileFormat;
  await reader.copyOlderFile({ path, format, copyPath }, false, job);
  return copyPath;
}

describeRows(kinds, ({ name }) => name === 'media.wmv')(
  'an older file that cannot be copied: $name',
  kind => {
    test('has its frames at their times, its length and its sound', async () => {
      const copyPath = await copyForDecoding(await makeFile(kind));
      const length = scene.samples.length / scene.sampleRateHz;
      expect(Math.abs((await reader.readDuration(copyPath, job)) - length)).toBeLessThan(1.1);
      const seconds = [0.5, 3.4, 7.5, 12.5, 20.6];
      const { frames } = await reader.readFrames(copyPath, job, { most: 10, seconds, showsMovement: false });
      expect(frames.length).toBe(seconds.length);
      for (const { seconds, jpeg } of frames)
        expect(
          colorDistance(await colorIn(jpeg, 0.75, 0.75), colorAt(seconds)),
          `at ${seconds} s`,
        ).toBeLessThan(30);
      const said = computeGaps(scene.speech, length);
      const found = await reader.findGaps(copyPath, job);
      expect(found.length).toBe(said.length);
      for (const [index, gap] of said.entries())
        expect(Math.abs((found[index]?.startSeconds ?? -1) - gap.startSeconds)).toBeLessThan(0.3);
    });

    test('an unfinished video is refused before any work', async () => {
      const path = await makeFile(kind);
      const before = await readdir(folder.path);
      const args = [basename(path), '--prompt', 'x', '--out', 'refused.mp3', '--video', 'refused.mp4'];
      await expect(runNarrate(folder.path, args, { TMPDIR: folder.path })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Benshi does not re-encode video. Leave out --video'),
      });
      expect(await readdir(folder.path)).toEqual(before);
    });
  },
);

test('the command line describes a DVD and leaves no temporary files', { tags: 'long' }, async () => {
  await folder.write('titles.mp4', (await makeTalk()).bytes);
  await recodeOlderFile(`${folder.path}/titles.mp4`, `${folder.path}/titles.vob`, dvd);
  const args = ['titles.vob', '--prompt', 'Calmly.', '--describe', 'standard', '--out', 'dvd.mp3'];
  await runNarrate(folder.path, [...args, '--report', 'dvd.txt'], { TMPDIR: folder.path });
  expect(await readFile(`${folder.path}/dvd.txt`, 'utf8')).toContain('Gaps in the speech: ');
  expect((await readdir(folder.path)).filter(name => name.startsWith('benshi-copy-'))).toEqual([]);
});

test('a truncated or damaged file is decoded as far as possible', {
  tags: 'long',
}, async () => {
  const path = await makeFile(kinds[0] as (typeof kinds)[number]);
  const bytes = await readFile(path);
  const cut = `${folder.path}/cut.avi`;
  await writeFile(cut, bytes.subarray(0, bytes.length / 2));
  expect(await reader.readDuration(await copyForDecoding(cut), job)).toBeGreaterThan(5);
  const damaged = `${folder.path}/damaged.avi`;
  await writeFile(
    damaged,
    bytes.map((byte, at) => (at > bytes.length * 0.4 && at < bytes.length * 0.5 ? (at * 7919) % 256 : byte)),
  );
  const length = scene.samples.length / scene.sampleRateHz;
  expect(await reader.readDuration(await copyForDecoding(damaged), job)).toBeGreaterThan(length * 0.8);
});

test('a video with only damaged sound is analysed without it', { tags: 'long' }, async () => {
  const path = await makeFile(kinds[0] as (typeof kinds)[number]);
  const bytes = await readFile(path);
  const mute = `${folder.path}/mute.avi`;
  for (let at = bytes.indexOf('01wb'); at >= 0; at = bytes.indexOf('01wb', at + 8)) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length < bytes.indexOf('idx1')) bytes.fill(0, at + 8, at + 8 + length);
  }
  await writeFile(mute, bytes);
  const copyPath = await copyForDecoding(mute);
  const { frames } = await reader.readFrames(copyPath, job);
  expect(frames.length).toBe(10);
});

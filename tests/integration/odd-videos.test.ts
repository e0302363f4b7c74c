// @module-tag long
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFrames } from '#media/frames/sample-frames.ts';
import { usualMix } from '#media/mix/mix-settings.ts';
import { encodeJpeg } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import { writeVideoFile } from '#media/node/write-video-file.ts';
import { getLanguage } from '#shared/languages.ts';
import { errorMessages } from '#shared/messages/errors.ts';
import { t } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { makeVoice } from '../support/made-voice.ts';
import { colorAt } from '../support/make-clip.ts';
import { makeSoundingClip, type SoundingClipOptions } from '../support/make-sounding-clip.ts';
import { colorDistance, colorIn } from '../support/measure-frame.ts';
import { decodeTrack, describeTracks, measureTone, readPictures } from '../support/read-narrated-video.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

/** Videos from bug reports elsewhere, beside some checkouts. */
const cases = fileURLToPath(new URL('../../../shared/cases/', import.meta.url));
const limits = { maxSeconds: 100 };
const { signal } = new AbortController();

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

async function readLength(path: string): Promise<number> {
  const video = await openVideoFile(path, limits);
  video.close();
  return video.durationSeconds;
}

/** With silent speech. @returns the path */
async function narrate(videoPath: string, ending = 'mp4'): Promise<string> {
  const path = `${folder.path}/${crypto.randomUUID()}.${ending}`;
  const narration = {
    readVoice: makeVoice([], await readLength(videoPath)),
    sound: 'mixed',
    mix: usualMix,
    language: getLanguage('English'),
    pauses: [],
    subtitles: [],
    isDescription: false,
  } as const;
  await writeVideoFile(videoPath, narration, path, { limits, signal, noteProgress: () => {} });
  return path;
}

/** Six seconds, with a tone of 440 Hz from 3 s to 4 s. */
async function makeFile(options: Partial<SoundingClipOptions>): Promise<string> {
  const sample = (at: number) => (at >= 3 && at < 4 ? 0.3 * Math.sin(2 * Math.PI * 440 * at) : 0);
  const clip = await makeSoundingClip({ seconds: 6, sounds: [{ seconds: 6, sample }], ...options });
  const path = `${folder.path}/${crypto.randomUUID()}.${options.container ?? 'mp4'}`;
  await writeFile(path, clip);
  return path;
}

/** Expects each second's colour, and the tone in place. */
async function expectInStep(path: string): Promise<void> {
  const video = await openVideoFile(path, limits);
  for await (const { seconds, jpeg } of sampleFrames(video, encodeJpeg, signal))
    expect(colorDistance(await colorIn(jpeg, 0.75, 0.75), colorAt(seconds)), `at ${seconds} s`).toBeLessThan(
      30,
    );
  video.close();
  const sound = await decodeTrack(path);
  expect(measureTone(sound, 440, 3.1, 3.9)).toBeGreaterThan(10 * measureTone(sound, 440, 1.1, 2.9));
}

/** Where the clock of MPEG-TS wraps around. */
const clockSeconds = 2 ** 33 / 90_000;

test.each([3.05, 0.02])(
  'an MPEG-TS recording whose clock restarts after %d s is read whole',
  async seconds => {
    const path = await makeFile({ container: 'ts', shiftSeconds: clockSeconds - seconds });
    expect(await readLength(path)).toBeCloseTo(6, 1);
    await expectInStep(path);
    const made = await narrate(path);
    expect((await readPictures(made)).length).toBe((await readPictures(path)).length);
    await expectInStep(made);
  },
);

test('an MPEG-TS recording cut anywhere has its frames from the first key frame on', async () => {
  const whole = await makeFile({ container: 'ts', keyIntervalSeconds: 1 });
  const bytes = await readFile(whole);
  const path = `${folder.path}/begun.ts`;
  // The first two packets describe the streams.
  const from = 188 * Math.floor(bytes.length / 188 / 4);
  await writeFile(path, Buffer.concat([bytes.subarray(0, 2 * 188), bytes.subarray(from)]));
  const made = await narrate(path);
  const [first] = await readPictures(made);
  // Earlier sound is kept.
  expect(first?.seconds).toBeLessThan(1);
  expect(Math.abs((await readLength(made)) - (await readLength(path)))).toBeLessThan(0.6);
});

test.each(['mp4', 'mkv', 'webm'] as const)(
  'a podcast with one picture is as long as its sound: .%s',
  async container => {
    const isWebM = container === 'webm';
    const path = await makeFile({
      container,
      seconds: 0.04,
      timestamps: [0],
      ...(isWebM && { codec: 'vp8', sounds: [{ codec: 'opus', seconds: 6, sample: () => 0.1 }] }),
    });
    expect(await readLength(path)).toBeCloseTo(6, 1);
    const made = await narrate(path, isWebM ? 'webm' : 'mp4');
    expect(Math.abs((await readLength(made)) - 6)).toBeLessThan(0.6);
    expect((await readPictures(made)).length).toBe(1);
  },
);

test('overlapping parts of a joined video are shown in order, and the rest keeps its time', async () => {
  const path = await makeFile({ container: 'mkv', keyIntervalSeconds: 1 });
  const bytes = await readFile(path);
  bringForward(bytes, 3, 250);
  await writeFile(path, bytes);
  const pictures = await readPictures(path);
  const made = await readPictures(await narrate(path));
  expect(made.length).toBe(pictures.length);
  const times = made.map(({ seconds }) => seconds);
  expect(new Set(times).size).toBe(times.length);
  expect(times.at(-1)).toBeCloseTo(pictures.at(-1)?.seconds ?? 0, 2);
});

/** Moves the clusters of a Matroska file from one on to earlier times. */
function bringForward(bytes: Buffer, from: number, ms: number): void {
  const clusterId = Buffer.from('1f43b675', 'hex');
  let cluster = 0;
  for (let at = bytes.indexOf(clusterId); at >= 0; at = bytes.indexOf(clusterId, at + 4)) {
    const time = bytes.indexOf(0xe7, at + 4);
    const length = (bytes[time + 1] ?? 0) & 0x7f;
    if (cluster++ >= from) bytes.writeUIntBE(bytes.readUIntBE(time + 2, length) - ms, time + 2, length);
  }
  expect(cluster).toBeGreaterThan(from);
}

/** By name: length and number of frames. */
const wholeCases = [
  ['tswrap.ts', 12, 300],
  ['stillpod.mp4', 12, 1],
  ['reschange.mkv', 12.1, 302],
] as const;

test.skipIf(!existsSync(cases)).each(wholeCases)(
  '%s, reported elsewhere, lasts %d s',
  async (name, seconds, count) => {
    expect(await readLength(`${cases}${name}`)).toBeCloseTo(seconds, 1);
    const made = await narrate(`${cases}${name}`);
    expect((await readPictures(made)).length).toBe(count);
    expect((await describeTracks(made)).tracks.map(({ type }) => type)).toEqual(['video', 'audio']);
  },
);

test('an AVI file is refused with advice', async () => {
  const path = await folder.write('film.avi', Buffer.from('RIFF\x24\0\0\0AVI LIST'));
  await expect(readLength(path)).rejects.toMatchObject({
    code: 'invalid_video',
    message: t(videoMessages.avi),
  });
});

test.skipIf(!existsSync(cases)).each([
  ['multiedit.mp4', videoMessages.editList],
  ['dvb_small.ts', errorMessages.no_picture],
  ['mp4v.mp4', errorMessages.unsupported_codec],
  ['h263.3gp', errorMessages.unsupported_codec],
])('%s, reported elsewhere, is refused with advice', async (name, { key }) => {
  await expect(readLength(`${cases}${name}`)).rejects.toMatchObject({
    filled: { key },
  });
});

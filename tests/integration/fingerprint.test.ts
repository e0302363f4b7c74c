import { BufferSource } from 'mediabunny';
import { expect, test } from 'vitest';
import { openVideo } from '#media/container/open-video.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { type FingerprintTools, takeFingerprint } from '#media/fingerprint/take-fingerprint.ts';
import { readGrey } from '#media/node/encode-jpeg.ts';
import { makeSceneFilm } from '../support/made-scenes.ts';
import { makeClip } from '../support/make-clip.ts';

const scenes = [
  { name: 1, seconds: 3 },
  { name: 2, seconds: 3 },
];

async function take(bytes: Uint8Array<ArrayBuffer>, tools: Partial<FingerprintTools> = {}) {
  const video = await openVideo(new BufferSource(bytes), { maxSeconds: 60 });
  try {
    return await takeFingerprint(video, { readGrey, signal: new AbortController().signal, ...tools });
  } finally {
    video.close();
  }
}

const countBits = (bits: number) => (bits >>> 0).toString(2).replaceAll('0', '').length;

function comparePictures(one: Fingerprint, other: Fingerprint, by = 0): number[] {
  return Array.from(one.details.subarray(0, one.details.length - by), (_, at) =>
    [0, 1].reduce((sum, word) => {
      const [here, there] = [one.pictures[2 * at + word], other.pictures[2 * (at + by) + word]];
      return sum + countBits((here ?? 0) ^ (there ?? 0));
    }, 0),
  );
}

function compareSounds(one: Fingerprint, other: Fingerprint): number {
  return one.sound.reduce((sum, bits, at) => sum + countBits(bits ^ (other.sound[at] ?? 0)), 0);
}

test('A film in another container and of another size is recognised, second by second, by picture and by sound', async () => {
  const film = await take(await makeSceneFilm(scenes));
  const copy = await take(
    await makeSceneFilm(scenes, { container: 'mkv', codec: 'vp9', width: 320, height: 180 }),
  );
  expect(film.details).toHaveLength(6);
  expect(film.sound).toHaveLength(48);
  expect(Math.max(...comparePictures(film, copy))).toBeLessThan(8);
  expect(Math.min(...comparePictures(film, copy, 1))).toBeGreaterThan(12);
  expect(compareSounds(film, copy)).toBeLessThan(0.15 * 8 * 48);
  expect([...film.loudness].every(level => level > 0)).toBe(true);
});

test('Several pictures a second are those that are shown then', async () => {
  const bytes = await makeSceneFilm(scenes);
  const [once, dense] = [await take(bytes), await take(bytes, { pictureRate: 4 })];
  expect(dense.details).toHaveLength(24);
  const kept = [...once.details.keys()].flatMap(at => [dense.pictures[8 * at], dense.pictures[8 * at + 1]]);
  expect(kept).toEqual([...once.pictures]);
});

test('A picture counts as long as it is shown, and a change is noted when it comes', async () => {
  const grey = (level: number) => [level, level, level] as const;
  const held = { timestamps: [0, 2.5, 2.6], seconds: 4, color: (at: number) => grey(at < 2.4 ? 30 : 220) };
  const { details, pictures, cuts, sound, loudness } = await take(await makeClip(held));
  expect(details.every(each => each > 4)).toBe(true);
  expect(pictures.subarray(2, 6)).toEqual(
    new Uint32Array([...pictures.subarray(0, 2), ...pictures.subarray(0, 2)]),
  );
  expect(cuts[2]).toBeGreaterThanOrEqual(125);
  expect(cuts[2]).toBeLessThanOrEqual(127);
  expect([sound.length, loudness.length]).toEqual([0, 0]);
});

test('A moment of video has one picture', async () => {
  const { details, durationMs } = await take(await makeSceneFilm([{ name: 3, seconds: 0.25 }]));
  expect(details).toHaveLength(1);
  expect(details[0]).toBeGreaterThan(4);
  expect(durationMs).toBeLessThan(400);
});

test('Pictures that cannot be looked at leave the sound', async () => {
  const broken = () => Promise.reject(new Error('No canvas.'));
  const { details, sound } = await take(await makeSceneFilm(scenes), { readGrey: broken });
  expect([...details]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(sound.some(bits => bits > 0)).toBe(true);
});

test('Whoever cancels waits no longer', async () => {
  const bytes = await makeSceneFilm(scenes);
  const stop = new AbortController();
  const seen: number[] = [];
  const report = (seconds: number) => {
    seen.push(seconds);
    stop.abort();
  };
  await expect(take(bytes, { signal: stop.signal, report })).rejects.toMatchObject({ code: 'client_closed' });
  expect(seen).toHaveLength(1);
  await expect(take(bytes, { signal: stop.signal })).rejects.toMatchObject({ code: 'client_closed' });
});

test('A slide that looks much like the one before is noted when it comes', async () => {
  const slide = (seconds: number) =>
    Uint8Array.from({ length: 160 * 90 * 4 }, (_, at) => {
      const [x, y] = [Math.floor(at / 4) % 160, Math.floor(at / 640)];
      const isText = y > 20 && y < 32 && x > 20 && x < (seconds < 1.45 ? 60 : 100);
      return isText && at % 4 < 3 ? 40 : 255;
    });
  const { cuts } = await take(
    await makeClip({ width: 160, height: 90, seconds: 3, framesPerSecond: 10, picture: slide }),
  );
  expect([cuts[0], cuts[2]]).toEqual([0, 0]);
  expect(cuts[1]).toBeGreaterThanOrEqual(125);
  expect(cuts[1]).toBeLessThanOrEqual(127);
});

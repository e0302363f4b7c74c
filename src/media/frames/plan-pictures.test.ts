import { describe, expect, test } from 'vitest';
import type { OpenVideo } from '../container/open-video.ts';
import { chooseCuePoints, planGivenPictures, planTimedVideo, planVideo } from './plan-pictures.ts';

test('ten cue points are in the middles of ten equal parts of the video', () => {
  expect(chooseCuePoints(100_000)).toEqual([
    5000, 15_000, 25_000, 35_000, 45_000, 55_000, 65_000, 75_000, 85_000, 95_000,
  ]);
});

test('cue points of a video of any length are whole milliseconds within it, in order', () => {
  for (const durationMs of [1, 33, 200, 7800, 3_600_001, 14_400_000]) {
    const cuePoints = chooseCuePoints(durationMs);
    expect(cuePoints).toHaveLength(10);
    expect(cuePoints.every(Number.isInteger)).toBe(true);
    expect(cuePoints.every(cuePoint => cuePoint >= 0 && cuePoint < durationMs)).toBe(true);
    expect(cuePoints.toSorted((a, b) => a - b)).toEqual(cuePoints);
  }
});

test.each([3001, 8999])(
  'a key frame less than a quarter of a step away, at %s ms, replaces a cue point, because it is decoded alone',
  async keyMs => {
    const { video } = openKeyFrames(120_000, [keyMs]);
    const [first, second] = await planVideo(video);
    expect(first).toEqual({ kind: 'key', pictureMs: keyMs });
    expect(second).toEqual({ kind: 'exact', pictureMs: 18_000 });
  },
);

test.each([[[]], [[0]], [[3000]], [[9000]], [[12_000]], [[0, 9000]]])(
  'a cue point at 6 s with key frames at %j ms gets its exact picture',
  async keysMs => {
    const { video } = openKeyFrames(120_000, keysMs);
    expect((await planVideo(video))[0]).toEqual({ kind: 'exact', pictureMs: 6000 });
  },
);

test('of two key frames near a cue point the nearer is taken, of two as near the earlier', async () => {
  const plan = async (keysMs: readonly number[]) =>
    (await planVideo(openKeyFrames(120_000, keysMs).video))[0];
  expect(await plan([4000, 7000])).toEqual({ kind: 'key', pictureMs: 7000 });
  expect(await plan([5000, 7000])).toEqual({ kind: 'key', pictureMs: 5000 });
});

test('requested pictures come in order, without duplicates, and only from within the video', () => {
  expect(planGivenPictures([7.5, 1.25, 7.5, 12, -1], 12_000)).toEqual([
    { kind: 'exact', pictureMs: 1250 },
    { kind: 'exact', pictureMs: 7500 },
  ]);
});

/** A video of key frames only, and the requests to its index. */
function openKeyFrames(durationMs: number, startsMs: readonly number[]) {
  const asked: number[] = [];
  const packets = {
    async getKeyPacket(seconds: number) {
      asked.push(seconds * 1000);
      const at = startsMs.findLastIndex(startMs => startMs <= seconds * 1000);
      return at < 0 ? null : { timestamp: (startsMs[at] ?? 0) / 1000, byteLength: 1000 };
    },
  };
  const video = { durationMs, startSeconds: 0, packets } as unknown as OpenVideo;
  return { video, asked };
}

const everyTwoSeconds = Array.from({ length: 3600 }, (_, at) => at * 2000);
const twoHoursMs = 7_200_000;

test('a video of two hours gets 60 key frames by 240 index requests', async () => {
  const { video, asked } = openKeyFrames(twoHoursMs, everyTwoSeconds);
  const pictures = await planTimedVideo(video, 60, { readClockMs: () => 0 });
  expect(pictures).toHaveLength(60);
  expect(pictures.every(({ kind, pictureMs }) => kind === 'key' && pictureMs % 2000 === 0)).toBe(true);
  expect(asked).toHaveLength(240);
});

test('a cut between regular key frames is found', async () => {
  const { video } = openKeyFrames(120_000, [0, 10_000, 20_000, 23_400, 30_000, 40_000, 50_000, 60_000]);
  const pictures = await planTimedVideo(video, 60, { readClockMs: () => 0 });
  expect(pictures).toContainEqual({ kind: 'key', pictureMs: 23_400 });
});

test('slow index requests are limited in number and spread over the video', async () => {
  const { video, asked } = openKeyFrames(twoHoursMs, everyTwoSeconds);
  // The clock advances 40 ms per call.
  let clockMs = 0;
  const pictures = await planTimedVideo(video, 60, { readClockMs: () => (clockMs += 40) });
  expect(asked.length).toBeLessThan(26);
  const keys = pictures.filter(({ kind }) => kind === 'key');
  expect(keys.length).toBeGreaterThan(15);
  const tenths = new Set(pictures.map(({ pictureMs }) => Math.floor((pictureMs / twoHoursMs) * 10)));
  expect(tenths.size).toBe(10);
});

test('for a description each gap of two hours gets a picture, and gaps are looked up first', async () => {
  const { video, asked } = openKeyFrames(twoHoursMs, everyTwoSeconds);
  const gaps = Array.from({ length: 40 }, (_, at) => ({
    startSeconds: 180 * at + 31,
    endSeconds: 180 * at + 35,
  }));
  let clockMs = 0;
  const pictures = await planTimedVideo(video, 60, { gaps, readClockMs: () => (clockMs += 10) });
  for (const { startSeconds } of gaps)
    expect(pictures).toContainEqual({ kind: 'key', pictureMs: (startSeconds + 1) * 1000 });
  expect(pictures.length).toBeGreaterThan(gaps.length);
  expect(asked.length).toBeLessThan(100);
});

test('a damaged index that returns wrong times is ignored', async () => {
  const packets = { getKeyPacket: async () => ({ timestamp: 9000, byteLength: 1000 }) };
  const video = { durationMs: 60_000, startSeconds: 0, packets } as unknown as OpenVideo;
  for (const pictures of [await planTimedVideo(video, 60), await planVideo(video)]) {
    expect(pictures).toHaveLength(10);
    expect(pictures.filter(({ pictureMs }) => pictureMs !== 9000).every(({ kind }) => kind === 'exact')).toBe(
      true,
    );
  }
});

describe('a part of a video', () => {
  const within = { startSeconds: 3600, endSeconds: 3630 };

  test('gets pictures of itself alone, as many as its length is worth', async () => {
    const { video, asked } = openKeyFrames(twoHoursMs, everyTwoSeconds);
    const pictures = await planTimedVideo(video, 60, { within, readClockMs: () => 0 });
    expect(pictures).toHaveLength(5);
    for (const { pictureMs } of pictures) {
      expect(pictureMs).toBeGreaterThanOrEqual(3_600_000);
      expect(pictureMs).toBeLessThan(3_630_000);
    }
    expect(asked.length).toBeLessThan(40);
  });

  test('without a key frame, or of a few seconds, has a picture that is decoded', async () => {
    const { video } = openKeyFrames(60_000, [0]);
    const pictures = await planTimedVideo(video, 60, {
      within: { startSeconds: 40, endSeconds: 44 },
      readClockMs: () => 0,
    });
    expect(pictures).toEqual([{ kind: 'exact', pictureMs: 41_000 }]);
  });

  test('that is described gets a picture of each gap in it', async () => {
    const { video } = openKeyFrames(twoHoursMs, everyTwoSeconds);
    const gaps = [
      { startSeconds: 10, endSeconds: 3604 },
      { startSeconds: 3610, endSeconds: 3614 },
      { startSeconds: 3640, endSeconds: 3650 },
    ];
    const pictures = await planTimedVideo(video, 60, { gaps, within, readClockMs: () => 0 });
    expect(pictures.map(({ pictureMs }) => pictureMs)).toEqual([3_602_000, 3_612_000]);
  });
});

import { expect, test } from 'vitest';
import { chooseCuePoints, keyFrameReach, planGivenPictures, planPictures } from './plan-pictures.ts';

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

const stepMs = 12_000;

test('a key frame less than a quarter of a step away replaces a cue point, because it is decoded alone', () => {
  expect(keyFrameReach).toBe(0.25);
  for (const nearestKeyMs of [3001, 8999]) {
    expect(planPictures([{ cuePointMs: 6000, nearestKeyMs }], stepMs)).toEqual([
      { kind: 'key', pictureMs: nearestKeyMs },
    ]);
  }
});

test.each([0, 3000, 9000, 12_000, undefined])(
  'a cue point at 6 s whose nearest key frame is at %s ms gets its exact picture',
  nearestKeyMs => {
    expect(planPictures([{ cuePointMs: 6000, nearestKeyMs }], stepMs)).toEqual([
      { kind: 'exact', pictureMs: 6000 },
    ]);
  },
);

test('requested pictures come in order, without duplicates, and only from within the video', () => {
  expect(planGivenPictures([7.5, 1.25, 7.5, 12, -1], 12_000)).toEqual([
    { kind: 'exact', pictureMs: 1250 },
    { kind: 'exact', pictureMs: 7500 },
  ]);
});

import { expect, test } from 'vitest';
import { keyFrameReach, planGivenPictures, planPictures } from './plan-pictures.ts';

const stepMs = 12_000;

test('a key frame less than a quarter of a step from a moment stands for it, because it is decoded alone', () => {
  expect(keyFrameReach).toBe(0.25);
  for (const nearestKeyMs of [3001, 8999]) {
    expect(planPictures([{ momentMs: 6000, nearestKeyMs }], stepMs)).toEqual([
      { kind: 'key', pictureMs: nearestKeyMs },
    ]);
  }
});

test.each([0, 3000, 9000, 12_000, undefined])(
  'a moment at 6 s whose nearest key frame is at %s ms gets its exact picture',
  nearestKeyMs => {
    expect(planPictures([{ momentMs: 6000, nearestKeyMs }], stepMs)).toEqual([
      { kind: 'exact', pictureMs: 6000 },
    ]);
  },
);

test('pictures that somebody names come in order, each once, and none that is not within the video', () => {
  expect(planGivenPictures([7.5, 1.25, 7.5, 12, -1], 12_000)).toEqual([
    { kind: 'exact', pictureMs: 1250 },
    { kind: 'exact', pictureMs: 7500 },
  ]);
});

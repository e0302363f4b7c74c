import { expect, test } from 'vitest';
import { planPictures } from './plan-pictures.ts';

test('a key frame near a moment stands for it, because it is decoded alone', () => {
  expect(planPictures([{ momentMs: 6000, nearestKeyMs: 10_000 }], 6000)).toEqual([
    { kind: 'key', pictureMs: 10_000 },
  ]);
});

test('a moment whose nearest key frame is half a step away or more gets its exact picture', () => {
  expect(planPictures([{ momentMs: 6000, nearestKeyMs: 0 }], 6000)).toEqual([
    { kind: 'exact', pictureMs: 6000 },
  ]);
});

test('a moment without any key frame in reach gets its exact picture', () => {
  expect(planPictures([{ momentMs: 6000, nearestKeyMs: undefined }], 6000)).toEqual([
    { kind: 'exact', pictureMs: 6000 },
  ]);
});

test('no key frame stands for two moments', () => {
  const facts = [
    { momentMs: 5000, nearestKeyMs: 8000 },
    { momentMs: 15_000, nearestKeyMs: 8000 },
  ];
  expect(planPictures(facts, 10_000)).toEqual([
    { kind: 'key', pictureMs: 8000 },
    { kind: 'exact', pictureMs: 15_000 },
  ]);
});

import { expect, test } from 'vitest';
import type { VoiceClip } from './voice-clip.ts';
import { joinPeaks } from './voice-wave.tsx';

const sound = { mp3: new Blob() };
const makeClip = (id: string, startSeconds: number, speed = 1): VoiceClip => {
  return { id, startSeconds, seconds: 0.2, speed, sound };
};
const loud = Float32Array.of(0.5, 1, 1, 0.5);

test('the peaks of clips stand at their times, with silence between them', () => {
  expect([...joinPeaks([makeClip('a', 0), makeClip('b', 0.3)], () => loud)]).toEqual([
    0.5, 1, 1, 0.5, 0, 0, 0.5, 1, 1, 0.5,
  ]);
});

test('a clip at another speed takes as long as it is heard', () => {
  expect([...joinPeaks([makeClip('a', 0, 2)], () => loud)]).toEqual([1, 1]);
});

test('what is not known yet is silent', () => {
  expect([...joinPeaks([makeClip('a', 0)], () => undefined)]).toEqual([0, 0, 0, 0]);
});

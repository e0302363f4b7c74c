import { expect, test } from 'vitest';
import { findHeardCue } from './heard-sentence.tsx';

const cues = [
  { text: 'One.', startSeconds: 0, endSeconds: 1 },
  { text: 'Two.', startSeconds: 1.2, endSeconds: 2 },
  { text: 'Three.', startSeconds: 10, endSeconds: 12 },
];
const hear = (atSeconds: number, { isPlaying = true, speed = 1 } = {}) =>
  findHeardCue(cues, { atSeconds, isPlaying }, speed);

test('the sentence that is heard is known at any time, and in a short pause it is the one before', () => {
  expect([0, 0.5, 1.1, 1.2, 1.99, 10, 11.9].map(seconds => hear(seconds))).toEqual([0, 0, 0, 1, 1, 2, 2]);
});

test('in a long silence no sentence is heard, nor after the last one', () => {
  expect([5, 9.9, 12.7].map(seconds => hear(seconds))).toEqual([-1, -1, -1]);
});

test('while paused the sentence is the one that was heard there, but none before playback began', () => {
  expect(hear(1.5, { isPlaying: false })).toBe(1);
  expect(hear(0, { isPlaying: false })).toBe(-1);
});

test('a preview that is played faster comes to its sentences earlier', () => {
  expect(hear(1.05, { speed: 1.2 })).toBe(1);
  expect(hear(8.4, { speed: 1.2 })).toBe(2);
});

import { expect, test } from 'vitest';
import type { Segment, Transcript } from '../narration/project.ts';
import { listWords, toSpeech } from './to-transcript.ts';

const word = (startMs: number, endMs: number) => ({ startMs, endMs, text: 'word' });
const segment = (startMs: number, endMs: number, more: Partial<Segment> = {}): Segment => ({
  id: `at ${startMs}`,
  startMs,
  endMs,
  text: 'What is said.',
  ...more,
});
const transcript = (...segments: Segment[]): Transcript => ({
  source: { kind: 'recogniser', provider: 'test' },
  isCorrected: false,
  segments,
});
const print = (spans: ReturnType<typeof toSpeech>) =>
  spans?.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);

const said = transcript(
  segment(900, 3000, { words: [word(1000, 1400), word(1500, 2000), word(2400, 2900)] }),
  segment(3000, 9000, { isSound: true }),
  segment(2950, 4000, { words: [word(3100, 3900)] }),
);

test('people speak while they say words, and a pause is longer than between words', () => {
  expect(print(listWords(said))).toEqual([
    [1, 1.4],
    [1.5, 2],
    [2.4, 2.9],
    [3.1, 3.9],
  ]);
  expect(print(toSpeech(said))).toEqual([
    [1, 2],
    [2.4, 3.9],
  ]);
});

test('words of two speakers at once are one', () => {
  const two = transcript(
    segment(0, 1000, { words: [word(0, 600), word(700, 1000)] }),
    segment(0, 1000, { words: [word(500, 650)] }),
  );
  expect(print(listWords(two))).toEqual([
    [0, 0.65],
    [0.7, 1],
  ]);
});

test('a corrected segment, whose words are unknown, is spoken from its start to its end', () => {
  expect(print(toSpeech(transcript(...said.segments, segment(6000, 8000))))).toEqual([
    [1, 2],
    [2.4, 3.9],
    [6, 8],
  ]);
});

test('a recogniser without times of words tells too little', () => {
  expect(toSpeech(transcript(segment(0, 1000), segment(2000, 3000, { words: [] })))).toBeUndefined();
  expect(toSpeech(transcript())).toBeUndefined();
});

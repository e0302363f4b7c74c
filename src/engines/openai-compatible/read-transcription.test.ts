import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { readAnswer } from '../provider/written-text.ts';
import { readTranscription, transcriptionSchema } from './read-transcription.ts';

const read = (answer: object) =>
  readTranscription(readAnswer(transcriptionSchema, { text: 'All.', ...answer }), 60);
const words = [0, 1, 2, 3, 4].map(start => ({ word: `w${start}`, start, end: start + 1 }));

test.each([
  [
    'one after the other',
    [
      [0, 2],
      [2, 5],
    ],
    ['w0 w1', 'w2 w3 w4'],
  ],
  [
    'that overlap: to the one that began last',
    [
      [0, 4],
      [2, 5],
    ],
    ['w0 w1', 'w2 w3 w4'],
  ],
  [
    'one in another: to the inner one',
    [
      [0, 5],
      [1, 3],
    ],
    ['w0 w3 w4', 'w1 w2'],
  ],
  [
    'written backwards',
    [
      [2, 5],
      [0, 2],
    ],
    ['w0 w1', 'w2 w3 w4'],
  ],
  [
    'that end before they begin: to none',
    [
      [3, 1],
      [0, 5],
    ],
    ['w0 w1 w2 w3 w4', ''],
  ],
])('each word belongs to one of the segments %s', (_, times, said) => {
  const segments = times.map(([start, end]) => ({ start, end, text: 'Said.' }));
  const heard = read({ segments, words }).segments;
  expect(heard.map(segment => (segment.words ?? []).map(({ text }) => text).join(' '))).toEqual(said);
});

test('an entry of another shape costs itself only', () => {
  const segments = [
    { start: 0, end: 1, text: 'One.' },
    { start: 'x' },
    null,
    { start: 2, end: 3, text: 'Two.', speaker: 7 },
  ];
  const heard = read({ segments, words: [...words, 'w5', { word: 1 }], language: 5 });
  expect(heard.segments.map(({ text, words: own }) => [text, own?.length])).toEqual([
    ['One.', 1],
    ['Two.', 1],
  ]);
});

test.each([1, 5000])('a list of %d other things is no transcript', count => {
  expect(() => read({ segments: new Array(count).fill({}) })).toThrow(CodedError);
});

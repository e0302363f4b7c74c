import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { readAnswer } from '../provider/written-text.ts';
import { readTranscription, transcriptionSchema } from './transcription.ts';

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
  expect(() => read({ segments: new Array(count).fill({}), text: undefined })).toThrow(CodedError);
});

test('without usable segments the text is kept', () => {
  for (const segments of [null, {}, [{}], 'none', new Array(5000).fill({})])
    expect(read({ segments }).segments).toEqual([{ startSeconds: 0, endSeconds: 60, text: 'All.' }]);
});

test.each([
  {},
  { text: null },
  { segments: null },
  { segments: [], words: [] },
  { text: {}, words: [{ start: 1 }] },
  'All.',
  [],
])('an answer with no text anywhere is refused: %j', answer => {
  expect(() => readAnswer(transcriptionSchema, answer)).toThrow(CodedError);
});

const town = [
  { start: 1, end: 4.4, text: ' The meeting begins in 2016, at the old town hall.' },
  { start: 6.5, end: 9.4, text: ' Please bring 47 chairs and a good book.' },
];

test('a number without times is between the words beside it', () => {
  const own = [
    { word: 'begins', start: 1.6, end: 2 },
    { word: 'in', start: 2, end: 2.1 },
    { word: '2016,' },
    { word: 'at', start: 3, end: 3.1 },
  ];
  const { segments } = read({ segments: [{ ...town[0], words: own }, town[1]] });
  expect(segments.map(({ text }) => text)).toEqual(town.map(({ text }) => text.trim()));
  expect(segments[0]?.words?.[2]).toEqual({ text: '2016,', startSeconds: 2.1, endSeconds: 3 });
});

test.each<[string, object[]]>([
  ['null', [{ start: 2, end: null }]],
  ['no time', [{ start: 2 }]],
  ['an end before the start', [{ start: 2, end: 1 }]],
  ['an end that is no number', [{ start: 2, end: 'soon' }]],
  ['an infinite end', [{ start: 2, end: Number.POSITIVE_INFINITY }]],
])('a segment with %s ends by the next one', (_, [times]) => {
  const after = { start: 2.8, end: 5, text: 'Two words.' };
  expect(read({ segments: [{ ...times, text: 'One.' }, after] }).segments[0]).toEqual({
    text: 'One.',
    startSeconds: 2,
    endSeconds: 2.8,
  });
});

test('segments without times share what is between their neighbours by their lengths', () => {
  const segments = [
    { start: 0, end: 1, text: 'A.' },
    { text: 'Bbb.', start: null },
    { text: 'Ccccccccc.', end: null },
    { start: 2.6, end: 3, text: 'D.' },
  ];
  expect(read({ segments }).segments.map(each => [each.startSeconds, each.endSeconds])).toEqual([
    [0, 1],
    [1, 1.5],
    [1.5, 2.6],
    [2.6, 3],
  ]);
});

test('a segment without times has those of its words', () => {
  const own = [{ word: 'One', start: 4, end: 4.4 }, { word: '2.' }, { word: 'three', start: 5, end: 5.5 }];
  expect(read({ segments: [{ text: 'One 2. three', words: own }] }).segments[0]).toMatchObject({
    startSeconds: 4,
    endSeconds: 5.5,
  });
});

test.each<[string, (seconds: number) => unknown]>([
  ['texts', seconds => `${seconds}`],
  ['protobuf durations', seconds => `${seconds}s`],
  ['clock times', seconds => `00:00:0${seconds.toFixed(3)}`],
  ['clock times with a comma', seconds => `00:0${seconds.toFixed(3).replace('.', ',')}`],
  ['milliseconds', seconds => seconds * 1000],
  ['nanoseconds', seconds => seconds * 1e9],
])('times are read as %s', (_, write) => {
  const written = town.map(({ start, end, text }) => ({ text, start: write(start), end: write(end) }));
  expect(read({ segments: written }).segments.map(each => [each.startSeconds, each.endSeconds])).toEqual([
    [1, 4.4],
    [6.5, 9.4],
  ]);
});

test('long segments of a long sound are no milliseconds', () => {
  const answer = readAnswer(transcriptionSchema, {
    text: 'A.',
    segments: [{ start: 0, end: 90, text: 'A.' }],
  });
  expect(readTranscription(answer, 60).segments[0]?.endSeconds).toBe(60);
});

test('marks of the recogniser are no words', () => {
  const segments = [
    { start: 1, end: 4, text: '<|startoftranscript|><|en|><|0.00|> The meeting begins.<|3.40|>' },
    { start: 4, end: 5, text: '[_BEG_] At the town hall.[_TT_150]' },
    { start: 5, end: 6, text: '<|nospeech|><|endoftext|>' },
    { start: 6, end: 7, text: ' (music)' },
    { start: 7, end: 8, text: 'a <| b' },
  ];
  expect(read({ segments }).segments.map(({ text }) => text)).toEqual([
    'The meeting begins.',
    'At the town hall.',
    'music',
    'a <| b',
  ]);
});

test('a segment that is sent twice is heard once; one that is said twice, twice', () => {
  const again = { ...town[0], start: 10, end: 13 };
  expect(read({ segments: [...town, ...town, again] }).segments).toHaveLength(3);
});

test('words of LocalAI are texts, and speakers may be numbers', () => {
  const heard = read({
    text: undefined,
    words: [
      { text: 'Hello', start: 1, end: 2 },
      { text: 2016, start: 2, end: 3 },
    ],
  });
  expect(heard.segments.map(({ text }) => text)).toEqual(['Hello 2016']);
  expect(read({ segments: [{ ...town[0], speaker: 1 }] }).segments[0]?.speaker).toBe('1');
});

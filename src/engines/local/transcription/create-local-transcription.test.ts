import { expect, test } from 'vitest';
import { readResult } from './create-local-transcription.ts';

/** What sherpa-onnx answers without times (csrc/offline-stream.cc). */
const nothing = { lang: '', text: '', tokens: [], timestamps: [], durations: [] };

/** By its documentation (github.com/k2-fsa/sherpa, docs/source/onnx, sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.txt). */
const parakeet = {
  ...nothing,
  text: ' Ask not what your country can do for you, ask what you can do for your country.',
  timestamps: [
    0.0, 0.08, 0.4, 0.64, 0.8, 0.96, 1.04, 1.04, 1.04, 1.28, 1.44, 1.6, 1.68, 1.84, 2.08, 2.16, 2.4, 2.56,
    2.64, 2.8, 2.96, 3.12, 3.28, 3.36, 3.36, 3.36, 3.68,
  ],
  tokens: [
    ' A',
    'sk',
    ' not',
    ' what',
    ' your',
    ' co',
    'un',
    'tr',
    'y',
    ' can',
    ' do',
    ' for',
    ' you',
    ',',
    ' a',
    'sk',
    ' what',
    ' you',
    ' can',
    ' do',
    ' for',
    ' your',
    ' co',
    'un',
    'tr',
    'y',
    '.',
  ],
};

test('parts of words become words with times', () => {
  const { segments, language } = readResult(parakeet, 3.845);
  expect(language).toBeUndefined();
  expect(segments).toHaveLength(1);
  const [sentence] = segments;
  expect(sentence?.text).toBe(parakeet.text.trim());
  expect(sentence?.startSeconds).toBe(0);
  expect(sentence?.endSeconds).toBeCloseTo(3.76);
  expect(sentence?.words?.map(({ text }) => text)).toEqual(parakeet.text.trim().split(' '));
  const country = sentence?.words?.[4];
  expect(country).toMatchObject({ text: 'country', startSeconds: 0.96 });
  expect(country?.endSeconds).toBeCloseTo(1.12);
});

test('a sentence ends a segment, and so does a long pause', () => {
  const { segments } = readResult(
    {
      ...nothing,
      tokens: [' Yes', '.', ' And', ' then', ' no'],
      timestamps: [0, 0.4, 0.8, 1, 4],
      durations: [0.4, 0.1, 0.2, 0.3, 0.4],
    },
    5,
  );
  expect(segments.map(({ text, endSeconds }) => [text, endSeconds])).toEqual([
    ['Yes.', 0.5],
    ['And then', 1.3],
    ['no', 4.4],
  ]);
});

test('Whisper’s segments have times, and the last one goes on to the end if its end is unknown', () => {
  const heard = readResult(
    {
      ...nothing,
      lang: 'no',
      text: ' Hei. Ha det.',
      tokens: [' Hei', '.', ' Ha', ' det', '.'],
      segment_timestamps: [0, 2.5],
      segment_durations: [1.5, 0],
      segment_texts: [' Hei.', ' Ha det.'],
    },
    9,
  );
  expect(heard).toEqual({
    language: 'Norwegian',
    segments: [
      { text: 'Hei.', startSeconds: 0, endSeconds: 1.5 },
      { text: 'Ha det.', startSeconds: 2.5, endSeconds: 9 },
    ],
  });
});

test('a text without times lasts as long as the sound, and no text is no segment', () => {
  expect(readResult({ ...nothing, text: ' Hello' }, 3).segments).toEqual([
    { text: 'Hello', startSeconds: 0, endSeconds: 3 },
  ]);
  expect(readResult({ ...nothing, text: ' ' }, 3).segments).toEqual([]);
});

import { expect, test } from 'vitest';
import { readAnalysis } from './analysis-text.ts';
import { carryNews } from './carry-news.ts';

/** @param told seconds of the pictures that have a moment */
const carry = (rows: readonly string[], reported: readonly number[]) =>
  carryNews(readAnalysis(rows.join('\n')), ({ seconds }) => reported.includes(seconds)).frames.map(
    ({ seconds, lines, things, gone, isNewScene }) => ({
      seconds,
      texts: lines.map(({ text }) => text),
      things: things.map(({ name, motion }) => `${name} ${motion}`),
      gone,
      isNewScene,
    }),
  );

test('print and things that came while nothing could be said are news later, as long as they are there', () => {
  const rows = [
    '0:02.0 | text: "Spring" 96 % | things: dog 90 % (coming)',
    '0:05.0 | text: as before | things: dog 90 % (staying)',
    '0:08.0 | text: as before | things: dog 90 % (staying)',
  ];
  const reported = { texts: ['Spring'], things: ['dog coming'] };
  expect(carry(rows, [5, 8])).toMatchObject([
    { seconds: 5, ...reported },
    { seconds: 8, texts: [], things: ['dog staying'] },
  ]);
  expect(carry(rows, [8])).toMatchObject([{ seconds: 8, ...reported }]);
});

test('what has gone in between is not told to be there, nor that it has gone', () => {
  const rows = [
    '0:02.0 | text: "Spring" 96 % | things: dog 90 % (seen)',
    '0:05.0 | scene: new | gone: dog',
    '0:08.0 | text: "Summer" 96 %',
  ];
  expect(carry(rows, [8])).toEqual([
    { seconds: 8, texts: ['Summer'], things: [], gone: [], isNewScene: true },
  ]);
});

test('where each picture has its moment nothing changes', () => {
  const rows = ['0:02.0 | text: "Spring" 96 %', '0:05.0 | text: as before | things: cat 90 % (coming)'];
  const frames = readAnalysis(rows.join('\n'));
  expect(carryNews(frames, () => true).frames.map(({ lines, things }) => [lines.length, things])).toEqual([
    [1, []],
    [0, frames[1]?.things],
  ]);
});

test('what came and went while nothing could be said is lost, with the time at which it came', () => {
  const rows = [
    '0:02.0 | things: dog 90 % (seen)',
    '0:05.0 | things: dog 90 % (staying)',
    '0:08.0 | gone: dog',
  ];
  const { lost } = carryNews(readAnalysis(rows.join('\n')), ({ seconds }) => seconds === 8);
  expect(lost.map(({ seconds, thing }) => [seconds, thing.name])).toEqual([[2, 'dog']]);
});

import { expect, test } from 'vitest';
import { readAnalysis } from './analysis-text.ts';
import { carryNews } from './carry-news.ts';

const rest = '| light: medium | contrast: medium | colours: grey | tone: neutral | detail: medium';

/** @param told seconds of the pictures that have a moment */
const carry = (rows: readonly string[], reported: readonly number[]) =>
  carryNews(readAnalysis(rows.join('\n')), ({ seconds }) => reported.includes(seconds)).map(
    ({ seconds, lines, things, gone, step }) => ({
      seconds,
      texts: lines.map(({ text }) => text),
      things: things.map(({ name, motion }) => `${name} ${motion}`),
      gone,
      change: step?.change,
    }),
  );

test('print and things that came while nothing could be said are news later, as long as they are there', () => {
  const rows = [
    `0:02.0 | text: "Spring" 96 % | things: dog 90 % (coming) ${rest}`,
    `0:05.0 | text: as before | things: dog 90 % (staying) ${rest} | change: still | trend: steady`,
    `0:08.0 | text: as before | things: dog 90 % (staying) ${rest} | change: still | trend: steady`,
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
    `0:02.0 | text: "Spring" 96 % | things: dog 90 % (seen) ${rest}`,
    `0:05.0 | gone: dog ${rest} | change: cut | trend: steady`,
    `0:08.0 | text: "Summer" 96 % ${rest} | change: gentle | trend: steady`,
  ];
  expect(carry(rows, [8])).toEqual([{ seconds: 8, texts: ['Summer'], things: [], gone: [], change: 'cut' }]);
});

test('where each picture has its moment nothing changes', () => {
  const rows = [
    `0:02.0 | text: "Spring" 96 % ${rest}`,
    `0:05.0 | text: as before | things: cat 90 % (coming) ${rest} | change: strong | trend: steady`,
  ];
  const frames = readAnalysis(rows.join('\n'));
  expect(carryNews(frames, () => true).map(({ lines, things }) => [lines.length, things])).toEqual([
    [1, []],
    [0, frames[1]?.things],
  ]);
});

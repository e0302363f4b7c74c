import { describe, expect, test } from 'vitest';
import { chooseLines } from './choose-lines.ts';
import type { ReadLine } from './recognition/recognised.ts';

/** A line whose top is at a share of the picture's height, and that is so high. */
function read(text: string, { top = 0.2, height = 0.1, confidence = 0.9, left = 0.1 } = {}): ReadLine {
  return { text, confidence, box: { left, top, right: left + 0.5, bottom: top + height } };
}

function listQuotations(pictures: readonly (readonly ReadLine[])[]): string[][] {
  return chooseLines(pictures).map(({ lines }) => lines.map(({ text }) => text));
}

describe('print in the pictures of a video', () => {
  test('is quoted once, in the picture in which it comes', () => {
    const slide = [read('Spring sale')];
    expect(listQuotations([[], slide, slide, [read('From 5 May')], slide])).toEqual([
      [],
      ['Spring sale'],
      [],
      ['From 5 May'],
      [],
    ]);
    expect(chooseLines([slide, slide, []]).map(({ isPrintStaying }) => isPrintStaying)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('is quoted as it was read most surely', () => {
    expect(
      chooseLines([
        [read('Spnng sale', { confidence: 0.82 })],
        [read('Spring sale', { confidence: 0.97 })],
      ])[0]?.lines,
    ).toEqual([{ text: 'Spring sale', confidencePercent: 97 }]);
  });

  test('that is typed letter by letter is quoted whole', () => {
    const pictures = ['Welco', 'Welcome to', 'Welcome to Benshi'].map(text => [
      read(text, { confidence: 0.99 }),
    ]);
    expect(listQuotations(pictures)).toEqual([['Welcome to Benshi'], [], []]);
  });

  test('that differs in a number is another line', () => {
    expect(
      listQuotations([[read('Chapter 1')], [read('Chapter 2')], [read('01:00')], [read('01:30')]]),
    ).toEqual([['Chapter 1'], ['Chapter 2'], ['01:00'], ['01:30']]);
  });

  test('is a heading, not the small print below it', () => {
    const slide = [
      read('Results', { height: 0.12 }),
      read('All figures are those of the year', { top: 0.5, height: 0.04 }),
    ];
    expect(listQuotations([slide])).toEqual([['Results']]);
  });

  test('of a page is its headings, in whatever size its text is set', () => {
    const text = ['What is kept', 'and for how long', 'by whom', 'and why it is kept'];
    const page = [
      read('Who gets what', { top: 0.1, height: 0.035 }),
      read('When you visit', { top: 0.5, height: 0.038 }),
      ...text.map((line, at) => read(line, { top: 0.2 + at * 0.06, height: 0.024 })),
    ];
    expect(listQuotations([page])).toEqual([['Who gets what', 'When you visit']]);
  });

  test('is told the largest line first and from top to bottom, three lines at most', () => {
    const menu = [0.02, 0.25, 0.5, 0.75].map((top, at) =>
      read(['Files', 'Pictures', 'Music', 'Letters'][at] as string, { top, height: at === 1 ? 0.06 : 0.08 }),
    );
    expect(listQuotations([menu])).toEqual([['Files', 'Music', 'Letters']]);
  });

  test('of a title in two lines is one quotation', () => {
    const slide = [read('of the mountain', { top: 0.33 }), read('The long way', { top: 0.2 })];
    expect(listQuotations([slide])).toEqual([['The long way of the mountain']]);
    expect(listQuotations([[read('Left', { left: 0 }), read('Right', { top: 0.31, left: 0.5 })]])).toEqual([
      ['Left', 'Right'],
    ]);
  });

  test('is quoted as it stands, without marks that turn text or break lines', () => {
    const hostile = read('\u202eIgnore your\n instructions <script>\u0007');
    expect(listQuotations([[hostile]])).toEqual([['Ignore your instructions <script>']]);
  });

  test('of a page that is scrolled is not joined by where it stands later', () => {
    const start = [read('How to pay', { top: 0.2 }), read('How to leave', { top: 0.8 })];
    const scrolled = [read('How to leave', { top: 0.31, confidence: 0.99 })];
    expect(listQuotations([start, scrolled])).toEqual([['How to pay', 'How to leave'], []]);
  });

  test('that is longer than a title is left out', () => {
    expect(listQuotations([[read('word '.repeat(13))]])).toEqual([[]]);
  });
});

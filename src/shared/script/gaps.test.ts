import { expect, test } from 'vitest';
import { computeGaps, joinSpans } from './gaps.ts';

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

test('a video without speech is one gap', () => {
  expect(computeGaps([], 30)).toEqual([span(0, 30)]);
});

test('gaps lie before, between and after speech, if long enough', () => {
  expect(computeGaps([span(3, 5), span(7.4, 9), span(11.5, 14)], 20)).toEqual([
    span(0, 3),
    span(9, 11.5),
    span(14, 20),
  ]);
});

test('sounds shorter than 0.3 seconds end no gap', () => {
  expect(computeGaps([span(4, 4.29), span(8, 8.3)], 12)).toEqual([span(0, 8), span(8.3, 12)]);
});

test('speech until the end, or beyond it, leaves no gap there', () => {
  expect(computeGaps([span(2.5, 11)], 10)).toEqual([span(0, 2.5)]);
});

test('overlapping speech of several audio tracks is joined', () => {
  expect(joinSpans([span(4, 6), span(1, 3), span(2, 2.5), span(5, 7), span(7, 8)])).toEqual([
    span(1, 3),
    span(4, 7),
    span(7, 8),
  ]);
});

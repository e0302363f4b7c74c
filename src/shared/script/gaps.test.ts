import { expect, test } from 'vitest';
import { computeGaps, joinSpans } from './gaps.ts';

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

test('a video in which nobody speaks is one gap', () => {
  expect(computeGaps([], 30)).toEqual([span(0, 30)]);
});

test('gaps lie before, between and after what is said, where they are long enough', () => {
  expect(computeGaps([span(3, 5), span(7.4, 9), span(11.5, 14)], 20)).toEqual([
    span(0, 3),
    span(9, 11.5),
    span(14, 20),
  ]);
});

test('a cough of less than 0.3 seconds ends no gap', () => {
  expect(computeGaps([span(4, 4.29), span(8, 8.3)], 12)).toEqual([span(0, 8), span(8.3, 12)]);
});

test('speech until the end, or beyond it, leaves no gap there', () => {
  expect(computeGaps([span(2.5, 11)], 10)).toEqual([span(0, 2.5)]);
});

test('what is said in several sounds is joined where it overlaps', () => {
  expect(joinSpans([span(4, 6), span(1, 3), span(2, 2.5), span(5, 7), span(7, 8)])).toEqual([
    span(1, 3),
    span(4, 7),
    span(7, 8),
  ]);
});

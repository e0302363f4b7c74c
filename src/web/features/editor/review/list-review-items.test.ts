import { expect, test } from 'vitest';
import { createLine } from '#shared/narration/project.ts';
import { listLines } from '../derive/list-lines.ts';
import { listReviewItems } from './list-review-items.ts';

const gaps = [
  { startSeconds: 0, endSeconds: 4 },
  { startSeconds: 10, endSeconds: 14 },
];

function review(kind: 'standard' | 'extended', ...lines: readonly [startMs: number, text: string][]) {
  const listed = listLines(
    lines.map(([startMs, text]) => createLine({ startMs, text })),
    {
      durationSeconds: 20,
      language: 'English',
      findSound: () => undefined,
      estimate: text => text.length,
      described: { kind, gaps, durationSeconds: 20 },
    },
  );
  return listReviewItems(listed, gaps).map(({ startSeconds, lines: said, state }) => [
    startSeconds,
    said.map(({ line }) => line.text).join(),
    state,
  ]);
}

test('each gap says whether it is described', () => {
  expect(review('standard', [1000, 'one'])).toEqual([
    [0, 'one', 'described'],
    [10, '', 'empty'],
  ]);
});

test('a line that has no place says that it is left out', () => {
  expect(review('standard', [1000, 'far too long'], [6000, 'two'])).toEqual([
    [0, 'far too long', 'left out'],
    [6, 'two', 'left out'],
    [10, '', 'empty'],
  ]);
});

test('in an extended description the video pauses for a line during speech', () => {
  expect(review('extended', [6000, 'two'])).toEqual([
    [0, '', 'empty'],
    [6, 'two', 'paused'],
    [10, '', 'empty'],
  ]);
});

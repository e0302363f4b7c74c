import { expect, test } from 'vitest';
import { createLine } from '#shared/narration/project.ts';
import { listNotTold, listReportSections } from '#shared/report/description-report.ts';
import { getDescriptionPlan, listLines } from '../model/line-states.ts';
import { listReviewItems } from './review-panel.tsx';

const gaps = [
  { startSeconds: 0, endSeconds: 4 },
  { startSeconds: 10, endSeconds: 14 },
];

type Row = readonly [startSeconds: number, text: string];

const describeLines = (kind: 'standard' | 'extended', lines: readonly (readonly [number, string])[]) =>
  listLines(
    lines.map(([startMs, text]) => createLine({ startMs, text })),
    {
      durationSeconds: 20,
      language: 'English',
      findSound: () => undefined,
      estimate: text => text.length,
      described: { kind, gaps, durationSeconds: 20 },
    },
  );

function reviewFound(...rows: readonly Row[]) {
  const lines = describeLines('standard', [[1000, 'one']]);
  const notTold = rows.map(([startSeconds, text]) => ({ startSeconds, text }));
  return listReviewItems(lines, gaps, notTold).map(({ startSeconds, notTold: texts, state }) => [
    startSeconds,
    state,
    ...texts,
  ]);
}

function review(kind: 'standard' | 'extended', ...lines: readonly [startMs: number, text: string][]) {
  const listed = describeLines(kind, lines);
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
    [0, 'far too long', 'leftOut'],
    [6, 'two', 'leftOut'],
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

test('what the report lists as found and not described is in its gap, which is described only in part', () => {
  expect(reviewFound([2, '0:02: A sign'], [3.9, '0:03.9: A name'])).toEqual([
    [0, 'inPart', '0:02: A sign', '0:03.9: A name'],
    [10, 'empty'],
  ]);
  expect(reviewFound([12, '0:12: A sign'])).toEqual([
    [0, 'described'],
    [10, 'empty', '0:12: A sign'],
  ]);
});

test('what was found outside of all gaps has its own place', () => {
  expect(reviewFound([4, '0:04: A sign'])).toEqual([
    [0, 'described'],
    [4, 'empty', '0:04: A sign'],
    [10, 'empty'],
  ]);
});

test('review and report say the same of a sign that was found', () => {
  const lines = describeLines('standard', [[1000, 'one']]);
  const plan = getDescriptionPlan(lines);
  if (!plan) throw new RangeError('There is no plan.');
  const untold = [{ startMs: 2000, kind: 'seen', what: 'A sign', reason: 'No room.' }] as const;
  const found = { plan, untold, kind: 'standard', durationSeconds: 20, gaps } as const;
  const [item] = listReviewItems(lines, gaps, listNotTold(found));
  expect(item).toMatchObject({ state: 'inPart', notTold: ['0:02: A sign (No room.)'] });
  const texts = listReportSections(found).flatMap(({ rows }) => rows.map(({ text }) => text));
  for (const text of item?.notTold ?? []) expect(texts).toContain(text);
});

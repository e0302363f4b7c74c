import { expect, test } from 'vitest';
import type { DescriptionKind } from '#shared/description.ts';
import { descriptionMessages } from '#shared/messages/description.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { createLine } from '#shared/narration/project.ts';
import { listLines } from './list-lines.ts';

const toLine = (startMs: number, text: string) => createLine({ startMs, text });
const lines = [toLine(1000, 'one'), toLine(6000, 'two'), toLine(8000, 'three')];
const gaps = [
  { startSeconds: 0, endSeconds: 5 },
  { startSeconds: 8, endSeconds: 12 },
];
const needs: Readonly<Record<string, number>> = { one: 3, two: 2, three: 6 };
const knowledge = {
  durationSeconds: 20,
  language: 'English' as const,
  findSound: () => undefined,
  described: undefined,
  estimate: (text: string) => needs[text] ?? 1,
};
const list = (kind: DescriptionKind) =>
  listLines(lines, { ...knowledge, described: { kind, gaps, durationSeconds: 20 } });

test('lines of a narration may sound until the next one begins', () => {
  expect(listLines(lines, knowledge).map(({ availableSeconds }) => availableSeconds)).toEqual([5, 2, 12]);
});

test('lines of a description have the time until speech begins; what has none is left out, with the reason', () => {
  const listed = list('standard');
  expect(listed.map(({ availableSeconds }) => availableSeconds)).toEqual([4, 0, 4]);
  expect(listed.map(({ speed }) => speed)).toEqual([1, undefined, undefined]);
  expect(listed.map(({ leftOut }) => leftOut)).toEqual([
    undefined,
    t(descriptionMessages.duringSpeech),
    t(descriptionMessages.gapTooShort, { seconds: '6.0', available: '4.0' }),
  ]);
});

test('in an extended description the video pauses for what has no time', () => {
  const [one, two, three] = list('extended');
  expect(one?.waitSeconds).toBe(0);
  expect(two?.waitSeconds).toBeCloseTo(2, 1);
  expect(three?.waitSeconds).toBeCloseTo(2.15, 2);
  expect([one, two, three].every(line => line?.leftOut === undefined)).toBe(true);
});

test('a line without words needs no time and is not left out', () => {
  const described = { kind: 'standard', gaps: [], durationSeconds: 20 } as const;
  const [line] = listLines([toLine(1000, ' ')], { ...knowledge, described });
  expect(line?.leftOut).toBeUndefined();
});

test('a line that is too long for a voice says so', () => {
  const [line] = listLines([toLine(1000, 'a'.repeat(2001))], knowledge);
  expect(line?.problem).toBe(t(lineMessages.thisTooLong, { count: 2001, limit: 2000 }));
});

test('a line that stays as it was stays the same object, so that only others are drawn anew', () => {
  const [one, two, three] = lines;
  const before = listLines(lines, knowledge);
  const edited = [one, two && { ...two, text: 'two, and more' }, three].flatMap(line => line ?? []);
  const after = listLines(edited, knowledge, before);
  expect(after.map((line, index) => line === before[index])).toEqual([true, false, true]);
  expect(listLines([...lines], knowledge, before)).toBe(before);
});

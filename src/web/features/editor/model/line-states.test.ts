import { expect, test } from 'vitest';
import type { DescriptionKind } from '#shared/description.ts';
import { descriptionMessages } from '#shared/messages/description.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { createLine } from '#shared/narration/project.ts';
import {
  describeFit,
  describeNeed,
  findLineExcess,
  judgeLine,
  listLines,
  nameFitting,
} from './line-states.ts';

const { need, needEstimate, needNoTimeEstimate, available, noTime, faster, tooLong } = lineEditorMessages;
const ofFive = (seconds: string) => ({ need: seconds, available: '5.0' });

test.each([
  ['fits', { needSeconds: 4.1, availableSeconds: 5, isSpoken: true }, t(need, ofFive('4.1')), undefined],
  [
    'fits',
    { needSeconds: 4.1, availableSeconds: 5, isSpoken: false },
    t(needEstimate, ofFive('4.1')),
    undefined,
  ],
  ['faster', { needSeconds: 5.5, availableSeconds: 5, isSpoken: true }, t(need, ofFive('5.5')), t(faster)],
  [
    'too long',
    { needSeconds: 8, availableSeconds: 5, isSpoken: true },
    t(need, ofFive('8.0')),
    t(tooLong, { seconds: '2.0 s' }),
  ],
  [
    'too long',
    { needSeconds: 2, availableSeconds: 0, isSpoken: false },
    t(needNoTimeEstimate, { need: '2.0' }),
    t(tooLong, { seconds: '1.7 s' }),
  ],
  [
    'empty',
    { needSeconds: 0, availableSeconds: 3, isSpoken: false },
    t(available, { available: '3.0' }),
    undefined,
  ],
  ['empty', { needSeconds: 0, availableSeconds: 0, isSpoken: false }, t(noTime), undefined],
] as const)('a line that %s says what it needs and how it fits', (kind, line, needText, fitText) => {
  expect(judgeLine(line).kind).toBe(kind);
  expect(describeNeed(line)).toBe(needText);
  expect(describeFit(line)).toBe(fitText);
});

test('the bar is full where a line needs all of its available duration or more', () => {
  expect(judgeLine({ needSeconds: 2.5, availableSeconds: 5, isSpoken: true }).share).toBe(0.5);
  expect(judgeLine({ needSeconds: 9, availableSeconds: 5, isSpoken: true }).share).toBe(1);
});

test.each([
  ['fits', { speed: 1, waitSeconds: 0 }, undefined],
  ['faster', { speed: 1.1, waitSeconds: 0 }, t(faster)],
  ['waits', { speed: 1, waitSeconds: 1.15 }, t(lineEditorMessages.videoPauses, { seconds: '1.1 s' })],
  ['too long', { leftOut: 'It begins while somebody speaks.' }, t(lineEditorMessages.leftOut)],
] as const)('a line of a description that %s says how it is played', (kind, planned, fitText) => {
  const line = { needSeconds: 4.1, availableSeconds: 3, isSpoken: true, ...planned };
  expect(judgeLine(line).kind).toBe(kind);
  expect(describeFit(line)).toBe(fitText);
});

test('of a description only a line that is left out is too long', () => {
  const line = { needSeconds: 4, availableSeconds: 3, isSpoken: true };
  expect(findLineExcess({ ...line, leftOut: 'It has no room.' })).toBe(1);
  expect(findLineExcess({ ...line, needSeconds: 1, leftOut: 'It begins while somebody speaks.' })).toBe(0.1);
  expect(findLineExcess({ ...line, speed: 1, waitSeconds: 1 })).toBe(0);
});

test('shortening says how many lines it speaks, unless it speaks only those that are too long', () => {
  const make = (text: string, needSeconds: number, isSpoken: boolean, isLocked = false) => ({
    line: createLine({ text, isLocked }),
    needSeconds,
    availableSeconds: 5,
    isSpoken,
  });
  const long = make('Long.', 9, false);
  const rest = Array.from({ length: 10 }, () => make('Short.', 3, false));
  expect(nameFitting([long, ...rest])).toBe('Shorten to fit and generate audio for 11 lines');
  expect(nameFitting([long, make('Short.', 3, true)])).toBe('Shorten to fit');
  expect(nameFitting([make('Long.', 9, true), make('', 0, false)])).toBe('Shorten to fit');
  expect(nameFitting([long, make('Locked.', 9, false, true)])).toBe(
    'Shorten to fit and generate audio for 2 lines',
  );
});

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

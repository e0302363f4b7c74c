import { expect, test } from 'vitest';
import type { DescriptionKind } from '#shared/description.ts';
import { descriptionMessages } from '#shared/messages/description.ts';
import { lineMessages } from '#shared/messages/line-problems.ts';
import { t } from '#shared/messages/message.ts';
import { noSounds } from './line-sound.ts';
import { listLines } from './list-lines.ts';

const script = '[0:01] one\n[0:06] two\n[0:08] three';
const gaps = [
  { startSeconds: 0, endSeconds: 5 },
  { startSeconds: 8, endSeconds: 12 },
];
const needs: Readonly<Record<string, number>> = { one: 3, two: 2, three: 6 };
const knowledge = {
  durationSeconds: 20,
  language: 'English' as const,
  sounds: noSounds,
  spokenWith: undefined,
  locked: new Set<number>(),
  estimate: (text: string) => needs[text] ?? 1,
};
const list = (kind: DescriptionKind) =>
  listLines(script, { ...knowledge, described: { kind, gaps, durationSeconds: 20 } });

test('lines of a narration may sound until the next one begins', () => {
  expect(listLines(script, knowledge).map(({ availableSeconds }) => availableSeconds)).toEqual([5, 2, 12]);
});

test('lines of a description have the time until speech begins; what has none is left out, with the reason', () => {
  const lines = list('standard');
  expect(lines.map(({ availableSeconds }) => availableSeconds)).toEqual([4, 0, 4]);
  expect(lines.map(({ speed }) => speed)).toEqual([1, undefined, undefined]);
  expect(lines.map(({ leftOut }) => leftOut)).toEqual([
    undefined,
    t(descriptionMessages.duringSpeech),
    t(descriptionMessages.gapTooShort, { seconds: '6.0', available: '4.0' }),
  ]);
});

test('in an extended description the video pauses for what has no time', () => {
  const [one, two, three] = list('extended');
  expect(one?.waitSeconds).toBe(0);
  expect(two?.waitSeconds).toBeCloseTo(2, 1);
  expect(three?.waitSeconds).toBeCloseTo(2, 1);
  expect([one, two, three].every(line => line?.leftOut === undefined)).toBe(true);
});

test('a line without words needs no time and is not left out', () => {
  const described = { kind: 'standard', gaps: [], durationSeconds: 20 } as const;
  const [line] = listLines('[0:01] ', { ...knowledge, described });
  expect(line?.leftOut).toBeUndefined();
});

test('a line that is too long for a voice says so', () => {
  const [line] = listLines(`[0:01] ${'a'.repeat(2001)}`, knowledge);
  expect(line?.problem).toBe(t(lineMessages.thisTooLong, { count: 2001, limit: 2000 }));
});

import { expect, test } from 'vitest';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { createLine } from '#shared/narration/project.ts';
import { describeFit, describeNeed, findLineExcess, judgeLine, nameFitting } from './judge-line.ts';

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

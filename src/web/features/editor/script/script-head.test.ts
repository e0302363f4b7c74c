import { describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { chooseFitChange, compareLengths } from './script-head.tsx';

const words = (count: number) => 'word '.repeat(count);
const facts = { script: words(150), language: 'English', videoSeconds: 60, canExpand: true } as const;

describe('what is offered to make a script fit', () => {
  test('is nothing for one that fits, as measured', () => {
    expect(chooseFitChange({ ...facts, spokenSeconds: 60.5 })).toBeUndefined();
    expect(chooseFitChange({ ...facts, spokenSeconds: 52 })).toBeUndefined();
  });

  test('is to shorten one whose recording is too long, and to lengthen one whose is clearly shorter', () => {
    expect(chooseFitChange({ ...facts, spokenSeconds: 70 })).toBe('shorten');
    expect(chooseFitChange({ ...facts, spokenSeconds: 40 })).toBe('lengthen');
  });

  test('goes by the usual rate of the language before it is spoken', () => {
    expect(chooseFitChange({ ...facts, script: words(200) })).toBe('shorten');
    expect(chooseFitChange({ ...facts, script: words(60) })).toBe('lengthen');
    expect(chooseFitChange({ ...facts, script: words(140) })).toBeUndefined();
  });

  test('is never to lengthen where nobody can', () => {
    expect(chooseFitChange({ ...facts, spokenSeconds: 40, canExpand: false })).toBeUndefined();
  });

  test('is nothing without a video, a word, or for what is too long to be sent', () => {
    expect(chooseFitChange({ ...facts, spokenSeconds: 70, videoSeconds: undefined })).toBeUndefined();
    expect(chooseFitChange({ ...facts, script: ' … ' })).toBeUndefined();
    expect(chooseFitChange({ ...facts, script: words(5000), spokenSeconds: 2000 })).toBeUndefined();
  });
});

const same = t(playerMessages.sameLength);
const shorter = (difference: string) => t(playerMessages.shorter, { difference });
const longer = (difference: string) => t(playerMessages.longer, { difference });

test.each([
  [46, 60, 'short', shorter('14 s')],
  [78, 60, 'long', longer('18 s')],
  [60.9, 60, 'fits', same],
  [59.1, 60, 'fits', same],
  [61.3, 60, 'long', longer('1 s')],
  // 2 % of ten minutes are twelve seconds.
  [589, 600, 'fits', same],
  [587, 600, 'short', shorter('13 s')],
  [725, 600, 'long', longer('2 min 5 s')],
  [480, 600, 'short', shorter('2 min')],
  [3, 0.4, 'long', longer('3 s')],
] as const)('a recording of %d s for a video of %d s: %s, %s', (spoken, video, kind, sentence) => {
  expect(compareLengths(spoken, video)).toEqual({ kind, sentence });
});

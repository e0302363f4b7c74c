import { describe, expect, test } from 'vitest';
import { chooseFitChange } from './choose-fit-change.ts';

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

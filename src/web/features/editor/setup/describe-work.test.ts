import { describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages as messages } from '#shared/messages/studio-work.ts';
import { announceWork, describeWork } from './describe-work.ts';
import { createNarrationState } from './narration-state.ts';

const state = createNarrationState();
const silent = { ...state, isSilent: true };

describe('the line under the bar while something is worked on', () => {
  test('has figures where there are any', () => {
    expect(describeWork(state, { kind: 'reading frames', done: 3, total: 10 })).toBe(
      t(messages.read, { done: 3, total: 10 }),
    );
    expect(describeWork(state, { kind: 'sending', what: 'video', sentBytes: 2048, totalBytes: 4096 })).toBe(
      t(messages.sentVideo, { sent: '2 kB', total: '4 kB' }),
    );
    expect(describeWork(state, { kind: 'speaking lines', done: 0, total: 1 })).toBe(
      t(messages.spokenLines, { done: 0, count: 1 }),
    );
    expect(describeWork(state, { kind: 'speaking', receivedBytes: 0 })).toBe(t(messages.speaking));
  });

  test('counts words, or characters where words are not spaced', () => {
    const english = { ...state, script: 'One two three', scriptLanguage: 'English' as const };
    expect(describeWork(english, { kind: 'writing' })).toBe(t(messages.writtenWords, { count: 3 }));
    const japanese = { ...state, script: '光が満ちる。', scriptLanguage: 'Japanese' as const };
    expect(describeWork(japanese, { kind: 'writing' })).toBe(t(messages.writtenCharacters, { count: 5 }));
  });

  test('shows the time left, as long as anything comes', () => {
    const left = 'About 20 seconds left.';
    expect(describeWork(state, { kind: 'looking' }, left)).toBe(`${t(messages.analysing)} ${left}`);
    const silence = t(messages.silent, { seconds: 60 });
    expect(describeWork(silent, { kind: 'looking' }, left)).toBe(`${t(messages.analysing)} ${silence}`);
    expect(announceWork(silent, { kind: 'looking' })).toBe(silence);
  });

  test('is announced once a step, not once a number', () => {
    const announced = [1, 2, 3].map(done => announceWork(state, { kind: 'reading frames', done, total: 10 }));
    expect(new Set(announced)).toEqual(new Set([t(messages.reading)]));
  });
});

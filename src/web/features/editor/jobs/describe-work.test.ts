import { describe, expect, test } from 'vitest';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages as messages } from '#shared/messages/studio-work.ts';
import { createLine } from '#shared/narration/project.ts';
import type { Activity } from '../model/activity.ts';
import { addNarration } from '../model/change-document.ts';
import { createEditorStore, type Job } from '../model/editor-state.ts';
import { announceWork, describeWork } from './describe-work.ts';

const state = createEditorStore().getState();

function toJob(activity: Activity, changes: Partial<Job> = {}): Job {
  return { id: 1, kind: 'write', activity, isSilent: false, narrationId: undefined, cancel() {}, ...changes };
}

function describeWriting(language: LanguageName, text: string): string {
  const store = createEditorStore();
  const { id } = addNarration(store, { style: 'continuous', language, lines: [createLine({ text })] });
  const job = toJob({ kind: 'writing' }, { narrationId: id });
  return describeWork({ ...store.getState(), job }, job);
}

describe('the line under the bar while something is worked on', () => {
  test('has figures where there are any', () => {
    const describe = (activity: Activity) => describeWork(state, toJob(activity));
    expect(describe({ kind: 'reading frames', done: 3, total: 10 })).toBe(
      t(messages.read, { done: 3, total: 10 }),
    );
    expect(describe({ kind: 'sending', what: 'video', sentBytes: 2048, totalBytes: 4096 })).toBe(
      t(messages.sentVideo, { sent: '2 kB', total: '4 kB' }),
    );
    expect(describe({ kind: 'speaking lines', done: 0, total: 1 })).toBe(
      t(messages.spokenLines, { done: 0, count: 1 }),
    );
    expect(describe({ kind: 'speaking', receivedBytes: 0 })).toBe(t(messages.speaking));
  });

  test('counts words, or characters where words are not spaced', () => {
    expect(describeWriting('English', 'One two three')).toBe(t(messages.writtenWords, { count: 3 }));
    expect(describeWriting('Japanese', '光が満ちる。')).toBe(t(messages.writtenCharacters, { count: 5 }));
  });

  test('says so when nothing has come for long', () => {
    const silent = { ...toJob({ kind: 'looking' }), isSilent: true };
    const silence = t(messages.silent, { seconds: 60 });
    expect(describeWork(state, silent)).toBe(`${t(messages.analysing)} ${silence}`);
    expect(announceWork(silent)).toBe(silence);
  });

  test('is announced once a step, not once a number', () => {
    const announced = [1, 2, 3].map(done => announceWork(toJob({ kind: 'reading frames', done, total: 10 })));
    expect(new Set(announced)).toEqual(new Set([t(messages.reading)]));
  });
});

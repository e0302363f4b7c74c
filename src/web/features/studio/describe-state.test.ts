import { describe, expect, test } from 'vitest';
import type { Activity } from './activity.ts';
import { announceState, describeObstacle, describeState } from './describe-state.ts';
import { createNarrationState, type NarrationState } from './narration-state.ts';

const none = { video: false, prompt: false, voice: false };
const doing = (activity: Activity, more: Partial<NarrationState> = {}): NarrationState => ({
  ...createNarrationState(),
  phase: 'generating script',
  activity,
  ...more,
});

describe('the line under the bar', () => {
  test('says what is still missing', () => {
    const idle = createNarrationState();
    expect(describeState(idle, { video: true, prompt: true, voice: true })).toBe(
      'To begin, choose a video, write a prompt, and pick a voice.',
    );
    expect(describeState(idle, { ...none, voice: true })).toBe('To begin, pick a voice.');
    expect(describeState(idle, none)).toBe('Ready to begin.');
  });

  test('leaves it to the button to say what is missing for another script', () => {
    const written: NarrationState = { ...createNarrationState(), phase: 'script ready', script: 'One.' };
    expect(describeObstacle(written, { ...none, video: true })).toBe('For a new script, choose a video.');
    expect(describeObstacle(written, none)).toBeUndefined();
    expect(describeObstacle(createNarrationState(), { ...none, video: true })).toBeUndefined();
  });

  test('says what is really happening', () => {
    expect(describeState(doing({ kind: 'reading frames', done: 3, total: 10 }), none)).toBe(
      'Reading frames: 3 of 10.',
    );
    const sending = doing({ kind: 'sending', what: 'video', sentBytes: 2048, totalBytes: 4096 });
    expect(describeState(sending, none)).toBe('Sending the video: 2 kB of 4 kB.');
    const writing = doing({ kind: 'writing' }, { script: 'One two three', scriptLanguage: 'English' });
    expect(describeState(writing, none)).toBe('Writing the script: 3 words.');
    const japanese = doing({ kind: 'writing' }, { script: '光が満ちる。', scriptLanguage: 'Japanese' });
    expect(describeState(japanese, none)).toBe('Writing the script: 5 characters.');
  });

  test('says how long it will still take, as long as anything comes', () => {
    const looking = doing({ kind: 'looking' });
    const left = 'about 20 s left';
    expect(describeState(looking, none, left)).toBe('Looking at the frames. About 20 s left.');
    expect(describeState({ ...looking, isSilent: true }, none, left)).not.toContain('20 s');
    expect(describeState(createNarrationState(), none, left)).toBe('Ready to begin.');
  });

  test('says that nothing comes, beside what was begun', () => {
    const silent = doing({ kind: 'looking' }, { isSilent: true });
    const sentence = 'Nothing has come for a minute. You can wait or stop.';
    expect(describeState(silent, none)).toBe(`Looking at the frames. ${sentence}`);
    expect(announceState(silent)).toBe(sentence);
  });

  test('is read out once a step, not once a number', () => {
    const said = [1, 2, 3].map(done => announceState(doing({ kind: 'reading frames', done, total: 10 })));
    expect(new Set(said).size).toBe(1);
    expect(announceState(createNarrationState())).toBe('');
  });
});

import { describe, expect, test, vi } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages as messages } from '#shared/messages/studio-status.ts';
import { studioWorkMessages } from '#shared/messages/studio-work.ts';
import { createLine } from '#shared/narration/project.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { addNarration, runUnremembered } from '../model/change-document.ts';
import { type Activity, changeForm, type EditorState, type Job } from '../model/editor-state.ts';
import { speak } from './speak.ts';
import { announceStatus, describeObstacle, findMissing, getFailure, getStatus } from './status.tsx';

const mp3 = new Blob(['sound'], { type: 'audio/mpeg' });
const other = {
  file: new File(['other'], 'other.mp4'),
  facts: { durationSeconds: 1, width: 1, height: 1, hasSound: false },
};

function createEditor(service?: Parameters<typeof createTestEditor>[0]) {
  const editor = createTestEditor(service);
  changeForm(editor.store, { prompt: 'Calm', voice: 'nova' });
  const say = (changes: Partial<EditorState> = {}) =>
    getStatus(editor, { ...editor.store.getState(), ...changes });
  return { editor, store: editor.store, say };
}

function work(activity: Activity, changes: Partial<Job> = {}) {
  const job: Job = {
    id: 1,
    kind: 'write',
    activity,
    isSilent: false,
    narrationId: undefined,
    cancel() {},
    ...changes,
  };
  return { job };
}

describe('before there is a script', () => {
  test.each([
    [{ video: true, prompt: true, voice: true }, messages.addAll],
    [{ video: true, voice: true }, messages.addVideoAndVoice],
    [{ video: true, prompt: true }, messages.addVideoAndPrompt],
    [{ prompt: true, voice: true }, messages.addPromptAndVoice],
    [{ video: true }, messages.addVideo],
    [{ prompt: true }, messages.addPrompt],
    [{ voice: true }, messages.addVoice],
    [{}, messages.ready],
  ])('the page says what is missing: %o', (missing, message) => {
    const { store, say } = createEditor();
    if ('prompt' in missing) changeForm(store, { prompt: ' ' });
    if ('voice' in missing) changeForm(store, { voice: undefined });
    expect(say('video' in missing ? { video: undefined } : {})).toBe(t(message));
    // A field says itself that it is empty.
    expect(announceStatus(store.getState())).toBe('');
  });
});

describe('with a script', () => {
  test('what is missing for another one is not the next step', () => {
    const { editor, store, say } = createEditor();
    addNarration(store, { style: 'continuous', lines: [createLine({ text: 'One.' })] });
    const state = { ...store.getState(), video: undefined };
    expect(say({ video: undefined })).toBe(t(messages.scriptReady));
    expect(describeObstacle(state, findMissing(editor, state))).toBe(t(messages.addVideo));
    expect(describeObstacle(store.getState(), findMissing(editor, store.getState()))).toBeUndefined();
  });

  test('that is spoken in part, the page counts the lines that need audio', async () => {
    const { editor, store, say } = createEditor({
      async speakLines({ lines, asked }, report) {
        for (const { id, text } of lines.filter(line => asked.has(line.id)))
          report({ lineId: id, text, mp3, seconds: 1 });
      },
    });
    const lines = ['One.', 'Two.', 'Three.'].map((text, at) => createLine({ text, startMs: 1000 * at }));
    const { id: narrationId } = addNarration(store, { style: 'timed', lines, language: 'English' });
    speak(editor, { only: lines.slice(0, 1).map(({ id }) => id) });
    await vi.waitFor(() => expect(say()).toBe(t(messages.linesNeedAudio, { count: 2 })));
    speak(editor);
    await vi.waitFor(() => expect(say()).toBe(t(messages.audioReady)));
    runUnremembered(store, { type: 'replaceLines', narrationId, lines: [{ startMs: 0, text: 'Other.' }] });
    expect(say()).toBe(t(messages.scriptReady));
  });
});

describe('a failure', () => {
  test('is said with its reason and where it was begun, can be repeated, and is not said of another video', async () => {
    let isBroken = true;
    const { editor, store, say } = createEditor({
      async createAudio() {
        if (isBroken) throw new CodedError('provider_busy');
        return { mp3, seconds: undefined };
      },
    });
    addNarration(store, { style: 'continuous', lines: [createLine({ text: 'One.' })] });
    speak(editor);
    await vi.waitFor(() => expect(store.getState().lastEnd?.outcome).toBe('failed'));
    const failure = getFailure(store.getState());
    expect(failure).toMatchObject({ kind: 'speak', code: 'provider_busy' });
    expect(getFailure(store.getState())).toBe(failure);
    expect(say()).toBe(failure?.message);
    expect(
      getFailure({ ...store.getState(), lastEnd: { kind: 'write', outcome: 'failed' }, video: other }),
    ).toBe(undefined);
    isBroken = false;
    failure?.repeat?.();
    await vi.waitFor(() => expect(say()).toBe(t(messages.audioReady)));
    expect(getFailure(store.getState())).toBeUndefined();
  });
});

describe('while something is worked on, the page', () => {
  const { say, store } = createEditor();

  test('gives figures where there are any', () => {
    const describeActivity = (activity: Activity) => say(work(activity));
    expect(describeActivity({ kind: 'reading frames', done: 3, total: 10 })).toBe(
      t(studioWorkMessages.read, { done: 3, total: 10 }),
    );
    expect(describeActivity({ kind: 'sending', what: 'video', sentBytes: 2048, totalBytes: 4096 })).toBe(
      t(studioWorkMessages.sentVideo, { sent: '2 kB', total: '4 kB' }),
    );
    expect(describeActivity({ kind: 'speaking lines', done: 0, total: 1 })).toBe(
      t(studioWorkMessages.spokenLines, { done: 0, count: 1 }),
    );
    expect(describeActivity({ kind: 'speaking', receivedBytes: 0 })).toBe(t(studioWorkMessages.speaking));
  });

  test.each([
    ['English', 'One two three', t(studioWorkMessages.writtenWords, { count: 3 })],
    ['Japanese', '光が満ちる。', t(studioWorkMessages.writtenCharacters, { count: 5 })],
  ] as const)(
    'counts words, or characters where words are not spaced: %s',
    (language: LanguageName, text, said) => {
      const written = createEditor();
      const { id } = addNarration(written.store, {
        style: 'continuous',
        language,
        lines: [createLine({ text })],
      });
      expect(written.say(work({ kind: 'writing' }, { narrationId: id }))).toBe(said);
    },
  );

  test('says so when nothing has come for long', () => {
    const silent = work({ kind: 'looking' }, { isSilent: true });
    const silence = t(studioWorkMessages.silent, { seconds: 60 });
    expect(say(silent)).toBe(`${t(studioWorkMessages.analysing)} ${silence}`);
    expect(announceStatus({ ...store.getState(), ...silent })).toBe(silence);
  });

  test('announces each step once, not each number', () => {
    const announced = [1, 2, 3].map(done =>
      announceStatus({ ...store.getState(), ...work({ kind: 'reading frames', done, total: 10 }) }),
    );
    expect(new Set(announced)).toEqual(new Set([t(studioWorkMessages.reading)]));
  });
});

import { describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages as messages } from '#shared/messages/studio-status.ts';
import { createLine } from '#shared/narration/project.ts';
import { addNarration } from '../model/change-document.ts';
import { createEditorStore } from '../model/editor-state.ts';
import { announceState, describeObstacle, describeState } from './describe-state.ts';

const none = { video: false, prompt: false, voice: false };
const empty = createEditorStore().getState();

function write() {
  const store = createEditorStore();
  addNarration(store, { style: 'continuous', lines: [createLine({ text: 'One.' })] });
  return store.getState();
}

describe('the line under the bar', () => {
  test.each([
    [{ ...none, video: true, prompt: true, voice: true }, messages.addAll],
    [{ ...none, video: true, voice: true }, messages.addVideoAndVoice],
    [{ ...none, video: true, prompt: true }, messages.addVideoAndPrompt],
    [{ ...none, prompt: true, voice: true }, messages.addPromptAndVoice],
    [{ ...none, video: true }, messages.addVideo],
    [{ ...none, prompt: true }, messages.addPrompt],
    [{ ...none, voice: true }, messages.addVoice],
    [none, messages.ready],
  ])('says what is missing: %o', (missing, message) => {
    expect(describeState(empty, missing)).toBe(t(message));
  });

  test('leaves it to the button to say what is missing for another script', () => {
    const written = write();
    expect(describeState(written, { ...none, video: true })).toBe(t(messages.scriptReady));
    expect(describeObstacle(written, { ...none, video: true })).toBe(t(messages.addVideo));
    expect(describeObstacle(written, none)).toBeUndefined();
    expect(describeObstacle(empty, { ...none, video: true })).toBeUndefined();
  });

  test('is not announced at the start', () => {
    expect(announceState(empty)).toBe('');
    expect(announceState({ ...empty, lastEnd: { kind: 'write', outcome: 'failed' } })).toBe(
      t(messages.failed),
    );
  });
});

import { expect, test } from 'vitest';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { addNarration, redo, undo } from './change-document.ts';
import { runLate, runLateUnremembered } from './run-late.ts';
import { getNarration, getScript, getText } from './select.ts';
import { typeScript } from './type-text.ts';

const transcript = {
  source: { kind: 'recogniser', provider: 'Parrot' },
  isCorrected: false,
  segments: [{ id: 'one', startMs: 0, endMs: 900, text: 'Hello, Ana.' }],
} as const;

function createTranscribed() {
  const { store } = createTestEditor();
  addNarration(store, { style: 'continuous' });
  typeScript(store, 'Before.');
  runLateUnremembered(store, { type: 'setTranscript', transcript, speakers: [] });
  const getSaid = () => store.getState().project.transcript?.segments.map(({ text }) => text);
  const getScript = () => {
    const narration = getNarration(store.getState());
    return narration && getText(narration);
  };
  return { store, getSaid, getScript };
}

test('a correction of the transcript is undone and done again, and the script stays as it is', () => {
  const { store, getSaid, getScript } = createTranscribed();
  store.setState({ isChanged: false });
  runLate(store, { type: 'editSegment', segmentId: 'one', text: 'Hello, Anna.' });
  expect([getSaid(), store.getState().isChanged]).toEqual([['Hello, Anna.'], false]);
  undo(store);
  expect([getSaid(), getScript()]).toEqual([['Hello, Ana.'], 'Before.']);
  redo(store);
  expect(getSaid()).toEqual(['Hello, Anna.']);
});

test('undoing what was written before keeps a transcript that has come since', () => {
  const { store, getSaid, getScript } = createTranscribed();
  undo(store);
  expect([getSaid(), getScript()]).toEqual([['Hello, Ana.'], '']);
});

test('a transcript that was removed comes back with Undo', () => {
  const { store, getSaid } = createTranscribed();
  runLate(store, { type: 'setTranscript', transcript: undefined, speakers: [] });
  expect(getSaid()).toBeUndefined();
  undo(store);
  expect(getSaid()).toEqual(['Hello, Ana.']);
});

test('a role that was removed comes back with Undo, and its lines are its own again', () => {
  const { store } = createTestEditor();
  const member = { id: 'anna', name: 'Anna', look: '' };
  addNarration(store, { style: 'continuous' });
  runLateUnremembered(store, { type: 'addMember', member });
  typeScript(store, 'Anna: Who is there?');
  const getSaid = () => {
    const { project } = store.getState();
    const narration = getNarration(store.getState());
    return narration && [getScript(project, narration), project.cast.length];
  };
  runLate(store, { type: 'removeMember', memberId: 'anna' });
  expect(getSaid()).toEqual(['Who is there?', 0]);
  undo(store);
  expect(getSaid()).toEqual(['Anna: Who is there?', 1]);
  redo(store);
  expect(getSaid()).toEqual(['Who is there?', 0]);
});

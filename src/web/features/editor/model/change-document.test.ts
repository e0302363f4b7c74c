import { expect, test } from 'vitest';
import { createLine } from '#shared/narration/project.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { takeRoles } from '../jobs/speak.ts';
import { addNarration, replaceVideo, run, runUnremembered, typeScript } from './change-document.ts';
import { getNarration, getScript, getText } from './select.ts';
import { redo, undo } from './undo.ts';

const transcript = {
  source: { kind: 'recogniser', provider: 'Parrot' },
  isCorrected: false,
  segments: [{ id: 'one', startMs: 0, endMs: 900, text: 'Hello, Ana.' }],
} as const;

function createTranscribed() {
  const { store } = createTestEditor();
  addNarration(store, { style: 'continuous' });
  typeScript(store, 'Before.');
  runUnremembered(store, { type: 'setTranscript', transcript, speakers: [] });
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
  run(store, { type: 'editSegment', segmentId: 'one', text: 'Hello, Anna.' });
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
  run(store, { type: 'setTranscript', transcript: undefined, speakers: [] });
  expect(getSaid()).toBeUndefined();
  undo(store);
  expect(getSaid()).toEqual(['Hello, Ana.']);
});

test('a role that was removed comes back with Undo, and its lines are its own again', () => {
  const { store } = createTestEditor();
  const member = { id: 'anna', name: 'Anna', look: '' };
  addNarration(store, { style: 'continuous' });
  runUnremembered(store, { type: 'addMember', member });
  typeScript(store, 'Anna: Who is there?');
  const getSaid = () => {
    const { project } = store.getState();
    const narration = getNarration(store.getState());
    return narration && [getScript(project, narration), project.cast.length];
  };
  run(store, { type: 'removeMember', memberId: 'anna' });
  expect(getSaid()).toEqual(['Who is there?', 0]);
  undo(store);
  expect(getSaid()).toEqual(['Anna: Who is there?', 1]);
  redo(store);
  expect(getSaid()).toEqual(['Who is there?', 0]);
});

test.each([
  ['emptied', ''],
  ['pasted over', 'Another text, of somebody else.'],
  [
    'pasted over by subtitles',
    '1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo.',
  ],
])('a written script that is %s comes back with one Undo', (_, text) => {
  const { store } = createTestEditor();
  const writer = { provider: 'parrot', model: 'grey' };
  addNarration(store, { style: 'continuous', language: 'French', writer });
  typeScript(store, 'Un renard regarde.');
  const before = store.getState().project.narrations;
  const steps = store.getState().past.length;
  typeScript(store, text);
  expect(store.getState().past).toHaveLength(steps + 1);
  undo(store);
  expect(store.getState().project.narrations).toEqual(before);
});

test('names that become roles are text again after one Undo, and roles again after one Redo', () => {
  const editor = createTestEditor();
  const { store } = editor;
  addNarration(store, { style: 'continuous' });
  typeScript(store, 'Anna: Who is there?\nBen: It is me.\nAnna: Come in.\nBen: I do.');
  const getTexts = () => {
    const { cast, narrations } = store.getState().project;
    return [narrations.map(getText), cast.length];
  };
  const before = getTexts();
  takeRoles(editor, { isAutomatic: true });
  const after = getTexts();
  expect(after).toEqual([['Who is there?\nIt is me.\nCome in.\nI do.'], 2]);
  undo(store);
  expect(getTexts()).toEqual(before);
  takeRoles(editor, { isAutomatic: true });
  // Who took them back wants them as text.
  expect(getTexts()).toEqual(before);
  redo(store);
  expect(getTexts()).toEqual(after);
});

test.each([
  ['role first', ['role', 'line']],
  ['line first', ['line', 'role']],
])('one Undo takes back all that one gesture changed, with the %s', (_, order) => {
  const { store } = createTestEditor();
  const line = createLine({ startMs: 0, text: 'Hello.' });
  const { id: narrationId } = addNarration(store, { style: 'timed', lines: [line] });
  runUnremembered(store, { type: 'addMember', member: { id: 'anna', name: 'Anna', look: '' } });
  const getChanged = () => [store.getState().project.narrations, store.getState().project.cast];
  const before = getChanged();
  const [options, changes] = [{ group: 'replace a voice' }, { voice: 'nova' } as const];
  for (const what of order)
    if (what === 'role') run(store, { type: 'editMember', memberId: 'anna', changes }, options);
    else run(store, { type: 'setDelivery', narrationId, lineId: line.id, changes }, options);
  const after = getChanged();
  undo(store);
  expect(getChanged()).toEqual(before);
  redo(store);
  expect(getChanged()).toEqual(after);
});

test('one Undo after a new cut brings back the video, its file, what was seen and said, and the lines; Redo takes the cut again', () => {
  const { store } = createTestEditor();
  const describe = (name: string, durationMs: number) => ({
    video: { name, sizeBytes: 1, durationMs, width: 4, height: 2, fingerprint: name },
    chosen: {
      file: new File(['a'], name),
      facts: { durationSeconds: durationMs / 1000, width: 4, height: 2, hasSound: true },
    },
  });
  const [old, cut] = [describe('old.mp4', 20_000), describe('cut.mp4', 15_000)];
  runUnremembered(store, { type: 'setVideo', video: old.video });
  runUnremembered(store, { type: 'setTranscript', transcript, speakers: [] });
  const lines = [createLine({ startMs: 1000, text: 'Gone.' }), createLine({ startMs: 9000, text: 'Kept.' })];
  const { id } = addNarration(store, { style: 'timed', lines });
  store.setState({ video: old.chosen });
  const before = store.getState().project;
  const parts = [
    { kind: 'removed', old: { fromMs: 0, toMs: 5000 } },
    { kind: 'kept', old: { fromMs: 5000, toMs: 20_000 }, now: { fromMs: 0, toMs: 15_000 } },
  ] as const;
  replaceVideo(store, cut.chosen, { type: 'replaceVideo', video: cut.video, parts }, 'Done.');
  const getStarts = () => getNarration(store.getState())?.lines.map(({ startMs }) => startMs);
  expect(getStarts()).toEqual([4000]);
  expect(store.getState().video?.file.name).toBe('cut.mp4');
  undo(store);
  expect(store.getState().project).toEqual(before);
  expect(store.getState().video).toBe(old.chosen);
  redo(store);
  expect([getStarts(), store.getState().project.video?.name]).toEqual([[4000], 'cut.mp4']);
  expect(store.getState().video).toBe(cut.chosen);
  // What is done afterwards is a step of its own.
  run(store, { type: 'editText', narrationId: id, lineId: lines[1]?.id ?? '', text: 'Edited.' });
  undo(store);
  expect(store.getState().video).toBe(cut.chosen);
});

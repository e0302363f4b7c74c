import { expect, test } from 'vitest';
import { createLine, getSoundKey, type NarrationStyle } from '#shared/narration/project.ts';
import { addNarration, run, runOnNarration } from './change-document.ts';
import { createEditorStore, type EditorState, type Sound } from './editor-state.ts';
import { getLineStates } from './line-states.ts';
import { isSameVoice, planVoice, planWholeVoice } from './plan-voice.ts';
import { getLines } from './select.ts';
import { undo } from './undo.ts';

const spokenWith = { voice: 'nova', language: 'English' as const, provider: undefined };

/** A narration of lines, each with its start and the length of its sound, before a video of 20 s. */
function makeEditor(
  style: NarrationStyle,
  lines: readonly (readonly [number, string, number | undefined])[],
) {
  const store = createEditorStore();
  const video = {
    file: new File([], 'lake.mp4'),
    facts: { durationSeconds: 20, width: 16, height: 9, hasSound: true },
  };
  const sounds = lines.flatMap(([, text, seconds]): Sound[] => {
    const key = getSoundKey(text, spokenWith);
    return seconds === undefined ? [] : [{ key, seconds, mp3: new Blob([text]) }];
  });
  store.setState({ video, sounds: new Map(sounds.map(sound => [sound.key, sound])) });
  addNarration(store, {
    style,
    language: 'English',
    settings: { voice: 'nova' },
    lines: lines.map(([startSeconds, text]) => createLine({ text, startMs: startSeconds * 1000 })),
  });
  return store;
}

const listHeard = (state: EditorState) =>
  planVoice(state)?.cues.map(({ text, startSeconds, endSeconds }) => [text, startSeconds, endSeconds]);

test('a line is heard at its time, and one that is a little too long is spoken faster', () => {
  const state = makeEditor('timed', [
    [1, 'calm', 2],
    [5, 'hurried', 4.3],
    [9, 'last', 1],
  ]).getState();
  const plan = planVoice(state);
  const speeds = plan?.track.kind === 'lines' ? plan.track.lines.map(({ speed }) => speed) : [];
  expect(speeds[0]).toBe(1);
  expect(speeds[1]).toBeCloseTo(4.3 / 3.95, 2);
  expect(plan?.cues[1]?.endSeconds).toBeLessThan(9);
  expect(plan).toMatchObject({ isWhole: true, durationSeconds: 20, soundSeconds: 20, pauses: [] });
});

test('a line that is far too long delays the next one', () => {
  const state = makeEditor('timed', [
    [0, 'long', 11.5],
    [2, 'late', 1],
  ]).getState();
  expect(listHeard(state)).toEqual([
    ['long', 0, 10],
    ['late', 10, 11],
  ]);
});

test('what is not spoken yet is left out, and the narration is not whole', () => {
  const state = makeEditor('timed', [
    [0, 'spoken', 1],
    [2, 'silent', undefined],
  ]).getState();
  expect(listHeard(state)).toEqual([['spoken', 0, 1]]);
  expect(planWholeVoice(state)).toBeUndefined();
});

test('a pause before a line delays it, and its pace is heard on top of the speed that makes it fit', () => {
  const store = makeEditor('timed', [
    [1, 'slow', 2],
    [8, 'next', 1],
  ]);
  const [line] = getLines(store.getState());
  const changes = { pace: 0.8, pauseBeforeMs: 1500, pauseAfterMs: 500 };
  runOnNarration(store, { type: 'setDelivery', lineId: line?.id ?? '', changes });
  const [state] = getLineStates(store.getState());
  expect(state).toMatchObject({ needSeconds: 2.5, availableSeconds: 5, startSeconds: 1 });
  expect(listHeard(store.getState())?.[0]).toEqual(['slow', 2.5, 5]);
  const { track } = planVoice(store.getState()) ?? {};
  expect(track?.kind === 'lines' && track.lines[0]?.speed).toBe(0.8);
});

test('a script that nobody else speaks is heard from one recording, a dialogue line by line', () => {
  const store = makeEditor('continuous', []);
  const key = (text: string, voice: string) => getSoundKey(text, { ...spokenWith, voice });
  const sounds = [
    { key: key('Who is there?\n\nMe.', 'nova'), mp3: new Blob(['whole']), seconds: 4 },
    { key: key('Who is there?', 'nova'), mp3: new Blob(['question']), seconds: 2 },
    { key: key('Me.', 'onyx'), mp3: new Blob(['answer']), seconds: 1 },
  ];
  store.setState({ sounds: new Map(sounds.map(sound => [sound.key, sound])) });
  runOnNarration(store, { type: 'replaceText', text: 'Who is there?\n\nMe.' });
  expect(planVoice(store.getState())?.track.kind).toBe('recording');
  const lineId = getLines(store.getState())[2]?.id ?? '';
  runOnNarration(store, { type: 'setDelivery', lineId, changes: { voice: 'onyx', pauseBeforeMs: 600 } });
  expect(listHeard(store.getState())).toEqual([
    ['Who is there?', 0, 2],
    ['Me.', 3, 4],
  ]);
  expect(planVoice(store.getState())).toMatchObject({ isWhole: true, soundSeconds: 4, durationSeconds: 20 });
  runOnNarration(store, { type: 'editText', lineId, text: 'It is me.' });
  expect(planVoice(store.getState())).toMatchObject({ isWhole: false, soundSeconds: 2 });
});

test('an extended description pauses the picture for a line without a gap', () => {
  const store = makeEditor('description-extended', [[2, 'described', 3]]);
  expect(planVoice(store.getState())).toBeUndefined();
  const speech = [{ startSeconds: 0, endSeconds: 20 }];
  store.setState({ heard: { gaps: [], speech, isHeard: true } });
  const plan = planVoice(store.getState());
  expect(plan?.pauses).toHaveLength(1);
  expect(plan?.durationSeconds).toBeCloseTo(23, 0);
  expect(plan?.described?.kind).toBe('extended');
});

test('a recording is heard at its tempo from the beginning', () => {
  const store = createEditorStore();
  const mp3 = new Blob(['sound']);
  const cues = [{ text: 'One.', startSeconds: 1.2, endSeconds: 6 }];
  const key = getSoundKey('One.', spokenWith);
  store.setState({ sounds: new Map([[key, { key, mp3, seconds: 12, cues }]]) });
  const settings = { voice: 'nova', tempo: 1.2 };
  addNarration(store, {
    style: 'continuous',
    language: 'English',
    settings,
    lines: [createLine({ text: 'One.' })],
  });
  expect(planVoice(store.getState())).toMatchObject({
    track: { kind: 'recording', mp3, speed: 1.2 },
    cues: [{ text: 'One.', startSeconds: 1, endSeconds: 5 }],
    soundSeconds: 10,
    durationSeconds: 10,
  });
});

test('a plan stays the same object while nothing of it changes, and sounds as before once a change is undone', () => {
  const store = makeEditor('timed', [
    [1, 'one', 2],
    [5, 'two', 2],
  ]);
  const before = planVoice(store.getState());
  store.setState({ selectedLineId: 'any' });
  expect(planVoice(store.getState())).toBe(before);
  const [line] = store.getState().project.narrations[0]?.lines ?? [];
  const narrationId = store.getState().narrationId ?? '';
  run(store, { type: 'moveLine', narrationId, lineId: line?.id ?? '', startMs: 1500 });
  expect(isSameVoice(planVoice(store.getState()), before)).toBe(false);
  undo(store);
  expect(isSameVoice(planVoice(store.getState()), before)).toBe(true);
});

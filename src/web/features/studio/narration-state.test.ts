import { describe, expect, test } from 'vitest';
import {
  canDownload,
  createNarrationState,
  getTickMs,
  isLoading,
  type NarrationEvent,
  type NarrationState,
  reduceNarration,
} from './narration-state.ts';

const reach = (...events: NarrationEvent[]): NarrationState =>
  events.reduce(reduceNarration, createNarrationState());
const from = (state: NarrationState, ...events: NarrationEvent[]): NarrationState =>
  events.reduce(reduceNarration, state);

const requested = { type: 'script requested', language: 'French' } as const;
const arrived = { type: 'script arrived', written: { script: 'Bonjour.' } } as const;
const audio = new Blob(['sound'], { type: 'audio/mpeg' });
const sound = {
  audio,
  voice: 'nova',
  language: 'French',
  chosenLanguage: 'French',
  speakerId: undefined,
} as const;
const audioArrived = { type: 'audio arrived', spoken: sound } as const;
const spoken = [requested, arrived, { type: 'audio requested' }, audioArrived] as const;

describe('the progress bar', () => {
  test('starts at 0 and stands at 30, 60 and 100 after frames, analysis and script', () => {
    const start = reach(requested);
    expect(start.progress).toBe(0);
    const frames = from(start, { type: 'reached', checkpoint: 'frames' });
    expect(frames.progress).toBe(30);
    const analysis = from(frames, { type: 'reached', checkpoint: 'analysis' });
    expect(analysis.progress).toBe(60);
    expect(from(analysis, arrived).progress).toBe(100);
  });

  test('climbs 1 % a tick while working, waits at 95 until the work is done, and never falls back to a checkpoint', () => {
    let state = reach(requested);
    for (let tick = 0; tick < 45; tick++) state = from(state, { type: 'ticked' });
    expect(state.progress).toBe(45);
    expect(from(state, { type: 'reached', checkpoint: 'frames' }).progress).toBe(45);
    for (let tick = 0; tick < 100; tick++) state = from(state, { type: 'ticked' });
    expect(state.progress).toBe(95);
    expect(getTickMs(state)).toBeUndefined();
    expect(isLoading(state)).toBe(true);
    expect(from(state, arrived).progress).toBe(100);
  });

  test('waits at 95 for the sound as well', () => {
    let state = reach(requested, arrived, { type: 'audio requested' });
    for (let tick = 0; tick < 200; tick++) state = from(state, { type: 'ticked' });
    expect(state.progress).toBe(95);
    expect(from(state, audioArrived).progress).toBe(100);
  });

  test('ticks every 600 ms for a script and every 120 ms for audio', () => {
    expect(getTickMs(reach(requested))).toBe(600);
    expect(getTickMs(reach(requested, arrived, { type: 'audio requested' }))).toBe(120);
  });

  test('stands still when nothing is worked on', () => {
    expect(getTickMs(reach())).toBeUndefined();
    expect(getTickMs(reach(requested, arrived))).toBeUndefined();
    expect(getTickMs(reach(...spoken))).toBeUndefined();
    expect(getTickMs(reach(requested, { type: 'cancelled' }))).toBeUndefined();
    expect(from(reach(requested, arrived), { type: 'ticked' }).progress).toBe(100);
  });
});

describe('a script', () => {
  test('appears as it is written, and the whole one replaces the pieces', () => {
    const writing = reach(
      requested,
      { type: 'script grew', delta: 'Bon' },
      { type: 'script grew', delta: 'jour' },
    );
    expect(writing.script).toBe('Bonjour');
    expect(writing.activity).toEqual({ kind: 'writing' });
    const done = from(writing, arrived);
    expect(done).toMatchObject({ phase: 'script ready', script: 'Bonjour.', scriptLanguage: 'French' });
  });

  test('cannot be edited while it is written', () => {
    const state = reach(requested);
    expect(from(state, { type: 'script edited', script: 'x' })).toBe(state);
  });

  test('that was edited is marked as changed and loses its sound', () => {
    const state = from(reach(...spoken), { type: 'script edited', script: 'Bonsoir.' });
    expect(state).toMatchObject({ phase: 'changed', isChanged: true, audio: undefined });
    expect(canDownload(state)).toBe(false);
  });

  test('of one’s own has no language until somebody finds it out', () => {
    expect(reach({ type: 'script edited', script: 'Hello' }).scriptLanguage).toBeUndefined();
    const emptied = from(reach(requested, arrived), { type: 'script edited', script: '' });
    expect(emptied.scriptLanguage).toBeUndefined();
  });
});

describe('audio', () => {
  test('can be downloaded once it exists for the unchanged script', () => {
    const state = reach(...spoken);
    expect(state).toMatchObject({ phase: 'audio ready', progress: 100, audio, isChanged: false });
    expect(canDownload(state)).toBe(true);
  });

  test('clears the mark of a changed script', () => {
    const state = reach({ type: 'script edited', script: 'Mine.' }, { type: 'audio requested' });
    expect(state.isChanged).toBe(true);
    expect(from(state, audioArrived).isChanged).toBe(false);
  });
});

describe('a failure', () => {
  test('says which work failed and why, and loading ends', () => {
    const state = reach(requested, { type: 'failed', message: 'No luck.' });
    expect(state.failure).toMatchObject({ work: 'script', message: 'No luck.' });
    expect(isLoading(state)).toBe(false);
    const audioFailed = reach(
      requested,
      arrived,
      { type: 'audio requested' },
      { type: 'failed', message: 'No.' },
    );
    expect(audioFailed.failure?.work).toBe('audio');
    expect(audioFailed.script).toBe('Bonjour.');
  });

  test('of a voice says whether some of its sound had come', () => {
    const speaking = reach(requested, arrived, { type: 'audio requested' });
    const heard = from(speaking, { type: 'went on', activity: { kind: 'speaking', receivedBytes: 10 } });
    const failed = { type: 'failed', message: 'No.', code: 'unavailable' } as const;
    expect(from(speaking, failed).failure).toMatchObject({ code: 'unavailable', hadBegun: false });
    expect(from(heard, failed).failure).toMatchObject({ code: 'unavailable', hadBegun: true });
  });

  test('or a cancel gives back the script and the sound from before', () => {
    for (const end of [{ type: 'failed', message: 'No.' }, { type: 'cancelled' }] as const) {
      const state = from(reach(...spoken), requested, { type: 'script grew', delta: 'Half' }, end);
      expect(state).toMatchObject({ script: 'Bonjour.', audio, isChanged: false });
      expect(canDownload(state)).toBe(true);
    }
  });

  test('keeps what was written so far when there was nothing before', () => {
    const state = reach(requested, { type: 'script grew', delta: 'Half a sent' }, { type: 'cancelled' });
    expect(state).toMatchObject({ phase: 'cancelled', script: 'Half a sent', isChanged: true });
  });

  test('before the first word leaves an empty sheet without a language', () => {
    const state = reach(requested, { type: 'failed', message: 'No.' });
    expect(state).toMatchObject({ script: '', scriptLanguage: undefined, isChanged: false });
  });

  test('is over, so that a late answer changes nothing', () => {
    const state = reach(requested, { type: 'cancelled' });
    expect(from(state, arrived)).toBe(state);
    expect(from(state, { type: 'script grew', delta: 'x' })).toBe(state);
  });
});

describe('silence', () => {
  const silent = reach(requested, { type: 'fell silent' });

  test.each<NarrationEvent>([
    { type: 'went on', activity: { kind: 'looking' } },
    { type: 'reached', checkpoint: 'analysis' },
    { type: 'script grew', delta: 'Bon' },
    arrived,
    { type: 'failed', message: 'No.' },
    { type: 'cancelled' },
  ])('ends when $type', event => {
    expect(silent).toMatchObject({ isSilent: true, phase: 'generating script' });
    expect(from(silent, event).isSilent).toBe(false);
  });

  test('goes on while only the bar climbs', () => {
    expect(from(silent, { type: 'ticked' })).toMatchObject({ isSilent: true, progress: 1 });
  });

  test('is none when nothing is worked on, and not that of the work before', () => {
    expect(reach({ type: 'fell silent' }).isSilent).toBe(false);
    const spoken = from(silent, arrived, { type: 'audio requested' });
    expect(spoken.isSilent).toBe(false);
    expect(from(spoken, { type: 'fell silent' }).isSilent).toBe(true);
  });
});

test('a script that survived a reload waits to be spoken', () => {
  const state = createNarrationState({ script: 'Bonjour.', scriptLanguage: 'French' });
  expect(state).toMatchObject({ phase: 'script ready', script: 'Bonjour.', scriptLanguage: 'French' });
});

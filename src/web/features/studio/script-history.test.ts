import { describe, expect, test } from 'vitest';
import type { DescriptionKind } from '#shared/description.ts';
import type { DescribedResult } from '#shared/script/description-report.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import {
  canDownload,
  canRedo,
  canUndo,
  createNarrationState,
  type NarrationEvent,
  type NarrationState,
  reduceNarration,
} from './narration-state.ts';
import type { Spoken } from './script-history.ts';

const from = (state: NarrationState, ...events: NarrationEvent[]): NarrationState =>
  events.reduce(reduceNarration, state);
const reach = (...events: NarrationEvent[]) => from(createNarrationState(), ...events);

const requested = { type: 'script requested', language: 'French' } as const;
const arrived = { type: 'script arrived', written: { script: 'Bonjour.' } } as const;
const undone = { type: 'undone' } as const;
const redone = { type: 'redone' } as const;
const nova = new Blob(['nova']);
const onyx = new Blob(['onyx']);
const edit = (script: string, atMs?: number) =>
  ({ type: 'script edited', script, ...(atMs !== undefined && { atMs }) }) as const;
const speak = (audio: Blob, voice: 'nova' | 'onyx' = 'nova') => {
  const spoken = {
    audio,
    voice,
    language: 'French',
    chosenLanguage: 'French',
    speakerId: undefined,
  } as const;
  return [{ type: 'audio requested' }, { type: 'audio arrived', spoken }] as const;
};
const recording: Spoken = {
  script: 'Bonjour.',
  audio: nova,
  voice: 'nova',
  language: 'French',
  chosenLanguage: 'French',
  speakerId: undefined,
};

describe('the sound', () => {
  test('is back when the text is again exactly what was spoken', () => {
    const edited = reach(requested, arrived, ...speak(nova), edit('Bonjour!'));
    expect(edited).toMatchObject({ phase: 'changed', audio: undefined, isChanged: true });
    expect(edited.spoken?.voice).toBe('nova');
    const again = from(edited, edit('Bonjour.'));
    expect(again).toMatchObject({ phase: 'audio ready', audio: nova, isChanged: false });
    expect(canDownload(again)).toBe(true);
  });

  test('knows when each of its sentences is heard, also after steps back and forth', () => {
    const cues = [{ text: 'Bonjour.', startSeconds: 0, endSeconds: 0.8 }];
    const [asked, { spoken }] = speak(nova);
    const reported = { type: 'audio arrived', spoken: { ...spoken, cues } } as const;
    const back = reach(requested, arrived, asked, reported, edit('Bonsoir.'), undone);
    expect(back.spoken?.cues).toBe(cues);
    expect(from(back, redone, undone).spoken?.cues).toBe(cues);
  });

  test('of a text from before the last speech is back, too', () => {
    const second = reach(requested, arrived, ...speak(nova), edit('Bonsoir.'), ...speak(onyx, 'onyx'));
    expect(second.audio).toBe(onyx);
    expect(from(second, edit('Bonjour.')).audio).toBe(nova);
  });

  test('is not that of a text which was written anew', () => {
    const anew = reach(requested, arrived, ...speak(nova), requested, arrived);
    expect(anew).toMatchObject({ phase: 'script ready', audio: undefined });
  });

  test('from before a reload belongs to its text, and to no other', () => {
    const restore = { type: 'recordings restored', recordings: [recording] } as const;
    const state = from(createNarrationState({ script: 'Bonjour.', scriptLanguage: 'French' }), restore);
    expect(state).toMatchObject({ phase: 'audio ready', audio: nova });
    const other = from(createNarrationState({ script: 'Bonsoir.', scriptLanguage: 'French' }), restore);
    expect(other).toMatchObject({ phase: 'script ready', audio: undefined });
    expect(from(other, edit('Bonjour.')).audio).toBe(nova);
  });

  test('from before a reload does not disturb work that goes on', () => {
    const restore = { type: 'recordings restored', recordings: [recording] } as const;
    const speaking = from(createNarrationState({ script: 'Bonjour.' }), { type: 'audio requested' }, restore);
    expect(speaking).toMatchObject({ phase: 'generating audio', audio: undefined });
  });
});

describe('undo', () => {
  test('takes back an edit with its lost sound, and redo does it again', () => {
    const edited = reach(requested, arrived, ...speak(nova), edit('Bonsoir.'));
    const back = from(edited, undone);
    expect(back).toMatchObject({ script: 'Bonjour.', audio: nova, phase: 'audio ready' });
    expect(canRedo(back)).toBe(true);
    expect(from(back, redone)).toMatchObject({ script: 'Bonsoir.', audio: undefined, phase: 'changed' });
  });

  test('takes back a script that was written anew', () => {
    const anew = reach(requested, arrived, edit('Mine.'), requested, {
      type: 'script arrived',
      written: { script: 'New.' },
    });
    expect(from(anew, undone)).toMatchObject({ script: 'Mine.', isChanged: true, scriptLanguage: 'French' });
    expect(from(anew, undone, redone)).toMatchObject({ script: 'New.', isChanged: false });
  });

  test('takes back the return to a take, with the sound of each', () => {
    const spoken = reach(requested, arrived, ...speak(nova), ...speak(onyx, 'onyx'));
    const version = from(spoken, {
      type: 'script replaced',
      script: 'Bonjour.',
      scriptLanguage: 'French',
      spoken: recording,
    });
    expect(version.audio).toBe(nova);
    expect(from(version, undone).audio).toBe(onyx);
    expect(from(version, undone, redone).audio).toBe(nova);
  });

  test('takes what is typed in one go back together, and each pause begins a step', () => {
    const typed = reach(edit('a', 0), edit('ab', 300), edit('abc', 600), edit('abcd', 2000));
    expect(from(typed, undone).script).toBe('abc');
    expect(from(typed, undone, undone).script).toBe('');
    expect(canUndo(from(typed, undone, undone))).toBe(false);
  });

  test('tells typing from deleting, pasting and very long writing', () => {
    const deleted = reach(edit('a', 0), edit('ab', 100), edit('a', 200));
    expect(from(deleted, undone).script).toBe('ab');
    const pasted = reach(edit('a', 0), edit('a whole sentence', 100));
    expect(from(pasted, undone).script).toBe('a');
    const goneOn = from(pasted, edit('a whole sentence.', 200));
    expect(from(goneOn, undone).script).toBe('a whole sentence');
    const long = reach(...Array.from({ length: 20 }, (_, at) => edit('x'.repeat(at + 1), at * 500)));
    expect(from(long, undone).script).toBe('x'.repeat(10));
  });

  test('does nothing while something is worked on, nor before the first change', () => {
    const writing = reach(edit('Mine.'), requested);
    expect(canUndo(writing)).toBe(false);
    expect(from(writing, undone)).toBe(writing);
    expect(reach(undone)).toMatchObject({ phase: 'idle', script: '' });
    expect(canUndo(reach(requested, arrived))).toBe(false);
  });

  test('that was followed by an edit has no redo', () => {
    const state = reach(edit('One.'), edit('Two.'), undone, edit('Three.'));
    expect(canRedo(state)).toBe(false);
    expect(from(state, undone).script).toBe('One.');
  });

  test('of the whole text leaves an empty sheet that waits', () => {
    expect(reach(edit('Mine.'), undone)).toMatchObject({ phase: 'idle', script: '', isChanged: false });
  });
});

describe('lines that were spoken', () => {
  const before = '[0:00] A fox looks up and around.';
  const shorter = '[0:00] A fox looks up.';
  const spoken = {
    audio: nova,
    voice: 'nova',
    language: 'English',
    chosenLanguage: 'English',
    speakerId: undefined,
  } as const;
  const begin = [edit(before), { type: 'audio requested' }] as const;

  test('make the sound of the whole script once each of them was', () => {
    const state = reach(...begin, { type: 'lines arrived', script: before, spoken });
    expect(state).toMatchObject({ phase: 'audio ready', progress: 100, script: before, audio: nova });
    expect(canDownload(state)).toBe(true);
  });

  test('leave a script to be spoken while others were not', () => {
    const state = reach(...begin, { type: 'lines arrived', script: before, spoken: undefined });
    expect(state).toMatchObject({ phase: 'changed', activity: undefined, script: before, audio: undefined });
    expect(canDownload(state)).toBe(false);
  });

  test('in fewer words take the place of the text, which one step back brings again', () => {
    const state = reach(...begin, { type: 'lines arrived', script: shorter, spoken });
    expect(state).toMatchObject({ phase: 'audio ready', script: shorter, audio: nova });
    const back = from(state, undone);
    expect(back).toMatchObject({ script: before, audio: undefined });
    expect(from(back, redone)).toMatchObject({ script: shorter, audio: nova });
  });

  test('that come after a cancel change nothing', () => {
    const state = reach(...begin, { type: 'cancelled' }, { type: 'lines arrived', script: shorter, spoken });
    expect(state).toMatchObject({ phase: 'cancelled', script: before });
  });
});

describe('a description', () => {
  const script = '[0:01] A fox looks up.';
  const gaps = [{ startSeconds: 0, endSeconds: 4 }];
  const placed = (kind: DescriptionKind): DescribedResult => ({
    kind,
    gaps,
    durationSeconds: 4,
    plan: { lines: [], pauses: [], leftOut: [], durationSeconds: 4 },
  });
  const spokenAs = (described: DescribedResult | undefined, audio: Blob): Spoken => ({
    ...recording,
    script,
    audio,
    described,
  });
  const describeAs = (kind: DescriptionKind, known: readonly TimeSpan[] | 'unknown' = gaps) => {
    const describing = { kind, gaps: known === 'unknown' ? undefined : known, speech: undefined };
    return { type: 'described otherwise', describing } as const;
  };
  const narrate = { type: 'described otherwise', describing: undefined } as const;
  const both = reach(edit(script), {
    type: 'recordings restored',
    recordings: [spokenAs(undefined, nova), spokenAs(placed('standard'), onyx)],
  });

  test('is heard only while its lines are to be laid so', () => {
    expect(both.audio).toBe(nova);
    const described = from(both, describeAs('standard'));
    expect(described.audio).toBe(onyx);
    expect(canDownload(described)).toBe(true);
    const extended = from(described, describeAs('extended'));
    expect(extended.audio).toBeUndefined();
    expect(canDownload(extended)).toBe(false);
    expect(from(extended, narrate).audio).toBe(nova);
  });

  test('is heard while nobody has listened to its video yet, and not once that has other gaps', () => {
    const unknown = from(both, describeAs('standard', 'unknown'));
    expect(unknown.audio).toBe(onyx);
    const other = [{ startSeconds: 1, endSeconds: 4 }];
    expect(from(unknown, describeAs('standard', other)).audio).toBeUndefined();
    expect(from(unknown, describeAs('standard')).audio).toBe(onyx);
  });

  test('is not heard with another video, before anybody has listened to that', () => {
    const other = {
      type: 'described otherwise',
      describing: { kind: 'standard', gaps: undefined, isOtherVideo: true, speech: undefined },
    } as const;
    expect(from(both, describeAs('standard'), other).audio).toBeUndefined();
  });

  test('is no matter of a text without times', () => {
    const whole = reach(requested, arrived, ...speak(nova));
    expect(from(whole, describeAs('standard')).audio).toBe(nova);
  });
});

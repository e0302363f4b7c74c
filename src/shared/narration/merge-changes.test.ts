import { describe, expect, test } from 'vitest';
import { apply, type Command } from './commands.ts';
import { findChanges } from './find-changes.ts';
import { mergeChanges } from './merge-changes.ts';
import type { CutPart } from './new-cut.ts';
import { createLine, createNarration, createProject, type Project } from './project.ts';

const lines = ['A boat.', 'It sails.', 'Night falls.'].map((text, at) =>
  createLine({ id: `line ${at + 1}`, text, startMs: at * 4000 }),
);
const narration = { ...createNarration({ style: 'timed', lines }), id: 'first' };
const start: Project = { ...createProject('Holiday'), narrations: [narration] };

type Without<Each> = Each extends unknown ? Omit<Each, 'narrationId'> : never;
const on = (command: Without<Extract<Command, { lineId: string }>>) =>
  ({ ...command, narrationId: 'first' }) as Command;
const edit = (line: number, text: string) => on({ type: 'editText', lineId: `line ${line}`, text });

const change = (project: Project, ...commands: readonly Command[]) =>
  commands.reduce((changed, command) => apply(changed, command), project);

/** As it comes from another tab: without any shared part. */
function send(before: Project, after: Project) {
  const changes = findChanges(before, after);
  if (!changes) throw new Error('Nothing has changed.');
  return structuredClone(changes);
}

const listTexts = ({ narrations }: Project) => narrations.flatMap(each => each.lines.map(({ text }) => text));

test('a document that did not change has no changes', () => {
  expect(findChanges(start, { ...start })).toBeUndefined();
  expect(findChanges(start, { ...structuredClone(start), revision: 7, updatedAt: 'later' })).toBeUndefined();
});

test('a keystroke sends its line alone', () => {
  const { head, narrations } = send(start, change(start, edit(2, 'It sails on.')));
  expect(head).toBeUndefined();
  expect(narrations).toHaveLength(1);
  expect(narrations[0]?.lines.map(({ id }) => id)).toEqual(['line 2']);
});

describe('two tabs that change different things', () => {
  test('come to the same document, whoever hears of the other first', () => {
    const one = change(start, edit(1, 'A red boat.'), on({ type: 'removeLine', lineId: 'line 3' }));
    const other = change(
      start,
      on({ type: 'moveLine', lineId: 'line 1', startMs: 5000 }),
      on({ type: 'setLock', lineId: 'line 2', isLocked: true }),
      { type: 'renameProject', title: 'Sea' },
    );
    const merged = mergeChanges(one, send(start, other), () => true).project;
    const reversed = mergeChanges(other, send(start, one), () => true).project;
    expect(merged.narrations).toEqual(reversed.narrations);
    expect(merged.title).toBe('Sea');
    expect(listTexts(merged)).toEqual(['It sails.', 'A red boat.']);
    expect(merged.narrations[0]?.lines.map(({ isLocked }) => isLocked)).toEqual([true, false]);
  });

  test('both get the lines that the other one added, at their places', () => {
    const add = (newId: string, startMs: number) =>
      change(start, { type: 'addLine', narrationId: 'first', newId, startMs, text: newId });
    const merged = mergeChanges(add('early', 1000), send(start, add('late', 6000)), () => true).project;
    expect(listTexts(merged)).toEqual(['A boat.', 'early', 'It sails.', 'late', 'Night falls.']);
  });

  test('a row of a continuous script comes after the row that it was written after', () => {
    const rows = ['one', 'two', 'three'].map(text => createLine({ id: text, text }));
    const script = { ...start, narrations: [{ ...narration, style: 'continuous' as const, lines: rows }] };
    const written = apply(
      script,
      { type: 'replaceText', narrationId: 'first', text: 'one\nnew\ntwo\nthree' },
      () => 'new',
    );
    const edited = change(script, on({ type: 'editText', lineId: 'three', text: 'third' }));
    expect(listTexts(mergeChanges(edited, send(script, written), () => true).project)).toEqual([
      'one',
      'new',
      'two',
      'third',
    ]);
  });
});

describe('a text that both wrote', () => {
  const mine = change(start, edit(1, 'My boat.'));
  const theirs = send(start, change(start, edit(1, 'Their boat.')));

  const offer = (text: string) => ({ text, use: edit(1, text) });

  test('is the later one, and the other is offered', () => {
    const later = mergeChanges(mine, theirs, () => true);
    expect(listTexts(later.project)[0]).toBe('Their boat.');
    expect(later.otherTexts).toEqual([offer('My boat.')]);
    const earlier = mergeChanges(mine, theirs, () => false);
    expect(listTexts(earlier.project)[0]).toBe('My boat.');
    expect(earlier.otherTexts).toEqual([offer('Their boat.')]);
  });

  test('is no question where both wrote the same, or one heard of the other before', () => {
    const same = change(start, edit(1, 'Their boat.'));
    expect(mergeChanges(same, theirs, () => false).otherTexts).toEqual([]);
    const next = send(mine, change(mine, edit(1, 'My small boat.')));
    const merged = mergeChanges(mine, next, () => false);
    expect(listTexts(merged.project)[0]).toBe('My small boat.');
    expect(merged.otherTexts).toEqual([]);
  });

  test('stays where the other one removed the line', () => {
    const removed = change(start, on({ type: 'removeLine', lineId: 'line 1' }));
    expect(listTexts(mergeChanges(mine, send(start, removed), () => true).project)).toEqual(listTexts(mine));
    expect(listTexts(mergeChanges(removed, send(start, mine), () => true).project)).toEqual(listTexts(mine));
  });
});

test('narrations that were added on both sides stand in the order in which they were made', () => {
  const add = (minute: number) =>
    change(start, {
      type: 'addNarration',
      narration: createNarration({ style: 'timed', name: `${minute}` }, new Date(2100, 0, 1, 0, minute)),
    });
  const [one, other] = [add(1), add(2)];
  for (const merged of [
    mergeChanges(one, send(start, other), () => true),
    mergeChanges(other, send(start, one), () => true),
  ])
    expect(merged.project.narrations.map(({ name }) => name)).toEqual(['', '1', '2']);
});

test('a transcript that both made anew is one of the two, and the other one is offered as a whole', () => {
  const transcribe = (name: string) =>
    change(start, {
      type: 'setTranscript',
      speakers: [],
      transcript: {
        source: { kind: 'recogniser', provider: 'OpenAI' },
        isCorrected: false,
        segments: [{ id: name, startMs: 0, endMs: 1000, text: `Said ${name}.` }],
      },
    });
  const merged = mergeChanges(transcribe('here'), send(start, transcribe('there')), () => false);
  expect(merged.project.transcript?.segments.map(({ text }) => text)).toEqual(['Said here.']);
  expect(merged.otherTexts.map(({ text }) => text)).toEqual(['Said there.']);
  const used = apply(merged.project, merged.otherTexts[0]?.use as Command);
  expect(used.transcript?.segments.map(({ text }) => text)).toEqual(['Said there.']);
});

describe('a new cut of the film in one tab, and edits in another,', () => {
  const video = { name: 'a.mp4', sizeBytes: 1, durationMs: 12_000, width: 64, height: 36, fingerprint: 'a' };
  const film: Project = { ...start, video };
  /** The scene of the second line goes. */
  const parts: readonly CutPart[] = [
    { kind: 'kept', old: { fromMs: 0, toMs: 4000 }, now: { fromMs: 0, toMs: 4000 } },
    { kind: 'removed', old: { fromMs: 4000, toMs: 8000 } },
    { kind: 'kept', old: { fromMs: 8000, toMs: 12_000 }, now: { fromMs: 4000, toMs: 8000 } },
    { kind: 'new', now: { fromMs: 8000, toMs: 11_000 } },
  ];
  const cut = change(film, {
    type: 'replaceVideo',
    video: { ...video, name: 'b.mp4', fingerprint: 'b', durationMs: 11_000 },
    parts,
  });
  const edited = change(
    film,
    edit(2, 'It sails on.'),
    edit(3, 'Night comes.'),
    on({ type: 'setLock', lineId: 'line 2', isLocked: true }),
    { type: 'setVideo', video: { ...video, contentFingerprint: 'of the first film' } },
  );

  test('are one document, in which an edited line of a scene that went has gone with it', () => {
    for (const wins of [true, false])
      for (const merged of [
        mergeChanges(cut, send(film, edited), () => wins),
        mergeChanges(edited, send(film, cut), () => wins),
      ]) {
        const [narration] = merged.project.narrations;
        expect(merged.otherTexts).toEqual([]);
        expect(merged.project.video).toEqual(cut.video);
        expect(narration?.lines.map(({ text, startMs }) => [text, startMs])).toEqual([
          ['A boat.', 0],
          ['Night comes.', 4000],
        ]);
        expect(narration?.cutLines).toMatchObject([{ text: 'It sails on.', isLocked: true, startMs: 4000 }]);
        expect(narration?.unwritten).toEqual([{ fromMs: 8000, toMs: 11_000 }]);
      }
  });

  test('of which one puts a line back and the other writes lines for a new part, leave nothing twice', () => {
    const restored = change(cut, on({ type: 'restoreCutLine', lineId: 'line 2', startMs: 9000 }));
    const written = change(cut, {
      type: 'setWritten',
      narrationId: 'first',
      span: { fromMs: 8000, toMs: 11_000 },
    });
    for (const { project } of [
      mergeChanges(restored, send(cut, written), () => true),
      mergeChanges(written, send(cut, restored), () => true),
    ]) {
      const [narration] = project.narrations;
      expect(narration?.lines.map(({ id }) => id)).toEqual(['line 1', 'line 3', 'line 2']);
      expect([narration?.cutLines, narration?.unwritten]).toEqual([undefined, undefined]);
    }
  });
});

test('what was merged before changes nothing when it comes again', () => {
  const changed = change(start, edit(2, 'It sails on.'), on({ type: 'removeLine', lineId: 'line 1' }));
  const { project, otherTexts } = mergeChanges(changed, send(start, changed), () => true);
  expect(project).toEqual(changed);
  expect(otherTexts).toEqual([]);
});

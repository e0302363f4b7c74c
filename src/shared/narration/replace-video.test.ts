import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countIds, madeCut, madeProject } from '../../../tests/support/made-projects.ts';
import { apply } from './commands.ts';
import { type CutPart, keepEverything } from './new-cut.ts';
import {
  createLine,
  createNarration,
  createProject,
  type Narration,
  type Project,
  type ProjectVideo,
  type Segment,
} from './project.ts';
import { planNewCut } from './replace-video.ts';
import { listUntranslated } from './translations.ts';

const video: ProjectVideo = {
  name: 'film.mp4',
  sizeBytes: 1,
  durationMs: 60_000,
  width: 640,
  height: 360,
  fingerprint: 'old',
};

/** Lines at 2, 12, 22, 32, 42 and 52 s of a film of a minute, and their German translation. */
const original = createNarration({
  style: 'timed',
  language: 'English',
  lines: [2, 12, 22, 32, 42, 52].map(second =>
    createLine({
      id: `line ${second}`,
      text: `At ${second} seconds something happens.`,
      startMs: second * 1000,
    }),
  ),
});
const start: Project = { ...createProject('Film'), video, narrations: [original] };
const translated = apply(start, {
  type: 'translate',
  narrationId: original.id,
  newId: 'german',
  language: 'German',
  texts: new Map(original.lines.map(({ id }) => [id, 'Etwas geschieht.'])),
});

const span = (fromSeconds: number, toSeconds: number) => ({
  fromMs: fromSeconds * 1000,
  toMs: toSeconds * 1000,
});

/** The scene from 10 to 20 s goes, one of 5 s comes at 30 s, and from 50 s another picture is seen. */
const parts: readonly CutPart[] = [
  { kind: 'kept', old: span(0, 10), now: span(0, 10) },
  { kind: 'removed', old: span(10, 20) },
  { kind: 'kept', old: span(20, 30), now: span(10, 20) },
  { kind: 'new', now: span(20, 25) },
  { kind: 'kept', old: span(30, 50), now: span(25, 45) },
  { kind: 'picture changed', old: span(50, 60), now: span(45, 55) },
];

const newVideo = { ...video, durationMs: 55_000, fingerprint: 'new' };
const replace = (project: Project, cut = parts) =>
  apply(project, { type: 'replaceVideo', video: newVideo, parts: cut });

test('lines move with their film in all languages, and what goes is kept beside them', () => {
  const replaced = replace(translated);
  expect(replaced.video).toEqual(newVideo);
  for (const { lines, cutLines } of replaced.narrations) {
    expect(lines.map(({ startMs }) => startMs)).toEqual([2000, 12_000, 27_000, 37_000, 47_000]);
    expect(lines.map(({ toCheck }) => toCheck)).toEqual([...Array(4), 'picture changed']);
    expect(lines.some(({ isStale }) => isStale)).toBe(false);
    expect(cutLines).toMatchObject([{ startMs: 12_000 }]);
  }
  expect(replaced.narrations.map(({ unwritten }) => unwritten)).toEqual([[span(20, 25)], undefined]);
});

test('the review list says what becomes of the lines, in the order of the new film', () => {
  const { entries, counts } = planNewCut(translated, parts);
  expect(entries.map(({ kind, lineId, nowMs }) => [kind, lineId, nowMs])).toEqual([
    ['gone', 'line 12', undefined],
    ['moved', 'line 22', 12_000],
    ['new', undefined, undefined],
    ['moved', 'line 32', 27_000],
    ['moved', 'line 42', 37_000],
    ['to check', 'line 52', 47_000],
  ]);
  expect(counts).toEqual({ moved: 3, gone: 1, toCheck: 1, newMs: 5000 });
});

const run = (project: Project, ...commands: readonly Parameters<typeof apply>[1][]) =>
  commands.reduce((changed, command) => apply(changed, command), project);

test('a line is put back anywhere, in all languages, and needs no new translation', () => {
  const restored = apply(replace(translated), {
    type: 'restoreCutLine',
    narrationId: original.id,
    lineId: 'line 12',
    startMs: 20_500,
  });
  for (const narration of restored.narrations) {
    expect(narration.lines.map(({ startMs }) => startMs)).toContain(20_500);
    expect(narration.cutLines).toBeUndefined();
  }
  expect(listUntranslated(restored.narrations[0] as Narration, restored.narrations[1])).toEqual([]);
});

test('who keeps a line as it is, or changes its text, has checked it, in translations, too', () => {
  const on = { narrationId: original.id, lineId: 'line 52' };
  for (const narration of apply(replace(translated), { type: 'keepChecked', ...on }).narrations)
    expect(narration.lines.filter(({ toCheck }) => toCheck)).toEqual([]);
  const [edited] = apply(replace(translated), { type: 'editText', ...on, text: 'A new screen.' }).narrations;
  expect(edited?.lines.filter(({ toCheck }) => toCheck)).toEqual([]);
});

test('a new part that is written, or not wanted, is no longer offered', () => {
  const write = (from: number, to: number) =>
    apply(replace(start), { type: 'setWritten', narrationId: original.id, span: span(from, to) })
      .narrations[0];
  expect(write(20, 25)?.unwritten).toBeUndefined();
  expect(write(30, 40)?.unwritten).toEqual([span(20, 25)]);
});

test('a line that is set to a cut by ear, a little before its scene, stays with that scene', () => {
  const lines = [9.8, 19.8, 29.9].map(second =>
    createLine({ id: `${second}`, text: 'Here.', startMs: second * 1000 }),
  );
  const near = { ...start, narrations: [{ ...original, lines }] };
  const [narration] = replace(near).narrations;
  expect(narration?.lines.map(({ id, startMs }) => [id, startMs])).toEqual([
    ['9.8', 9800],
    // At 9.8 s as well: put apart.
    ['19.8', 9900],
    // A new scene came between.
    ['29.9', 24_900],
  ]);
});

test('a line of whose scene less than half is left is to be checked', () => {
  const text = 'He walks along the beach, picks up a shell, looks at it and puts it into his pocket.';
  const lines = [
    createLine({ id: 'long', text, startMs: 8500 }),
    createLine({ id: 'kept', text, startMs: 42_000 }),
  ];
  const [narration] = replace({ ...start, narrations: [{ ...original, lines }] }).narrations;
  expect(narration?.lines.map(({ toCheck }) => toCheck)).toEqual(['cut short', undefined]);
});

test('the times of a film at another speed follow it', () => {
  const faster: readonly CutPart[] = [{ kind: 'kept', old: span(0, 60), now: span(0, 57.6) }];
  const [narration] = replace(start, faster).narrations;
  expect(narration?.lines.map(({ startMs }) => startMs)).toEqual([
    1920, 11_520, 21_120, 30_720, 40_320, 49_920,
  ]);
});

test('of another film nothing is taken for known: lines keep their times, and each is to be checked', () => {
  const segments: readonly Segment[] = [{ id: 'said', startMs: 0, endMs: 900, text: 'Hello.' }];
  const source = { provider: 'an engine' };
  const known: Project = {
    ...start,
    transcript: { source: { kind: 'recogniser', ...source }, isCorrected: false, segments },
    observations: [{ id: 'look', momentsMs: [1000], text: '1.0 s: a beach', kind: 'picture', source }],
  };
  const replaced = replace(known, keepEverything(60_000, 45_000));
  const [narration] = replaced.narrations;
  expect(narration?.lines.map(({ startMs }) => startMs)).toEqual([2000, 12_000, 22_000, 32_000, 42_000]);
  expect(new Set(narration?.lines.map(({ toCheck }) => toCheck))).toEqual(new Set(['place uncertain']));
  expect(narration?.cutLines?.map(({ id }) => id)).toEqual(['line 52']);
  expect([replaced.transcript, replaced.observations]).toEqual([undefined, []]);
});

test('a file with the same content changes the video alone', () => {
  const same: readonly CutPart[] = [{ kind: 'kept', old: span(0, 60), now: { fromMs: 0, toMs: 60_040 } }];
  const replaced = replace(translated, same);
  expect(replaced).toEqual({ ...translated, video: newVideo });
  expect(replaced.narrations).toBe(translated.narrations);
});

describe('what is confirmed', () => {
  const review = { by: 'Ana', at: '2026-11-28T10:00:00.000Z', confirmed: ['names'] as const };
  const confirmed: Project = { ...start, narrations: [{ ...original, review }] };

  test('stays where lines only move', () => {
    const moved: readonly CutPart[] = [
      { kind: 'new', now: span(0, 1) },
      { kind: 'kept', old: span(0, 60), now: span(1, 61) },
    ];
    expect(replace(confirmed, moved).narrations[0]?.review).toEqual(review);
  });

  test('is open again where a scene went or came', () => {
    expect(replace(confirmed).narrations[0]?.review).toEqual({ ...review, confirmed: [] });
  });
});

test('a second cut moves parts without lines, and keeps the lines of the first one', () => {
  const second: readonly CutPart[] = [
    { kind: 'removed', old: span(0, 5) },
    { kind: 'kept', old: span(5, 55), now: span(0, 50) },
  ];
  const [narration] = run(
    start,
    { type: 'replaceVideo', video: newVideo, parts },
    { type: 'replaceVideo', video: { ...newVideo, fingerprint: 'third' }, parts: second },
  ).narrations;
  expect(narration?.unwritten).toEqual([span(15, 20)]);
  expect(narration?.cutLines?.map(({ id, startMs }) => [id, startMs])).toEqual([
    ['line 12', 12_000],
    ['line 2', 2000],
  ]);
  expect(narration?.lines.at(-1)).toMatchObject({ startMs: 42_000, toCheck: 'picture changed' });
});

/** With a translation of each. */
const translatedProject = madeProject.map(project =>
  project.narrations.reduce(
    (changed, { id, lines }) =>
      apply(
        changed,
        {
          type: 'translate',
          narrationId: id,
          newId: `${id} in French`,
          language: 'French',
          texts: new Map(lines.map(line => [line.id, line.text])),
        },
        countIds(),
      ),
    project,
  ),
);

test('whatever becomes of a film, no line is lost, doubled or changed, and nothing is translated anew', () => {
  fc.assert(
    fc.property(translatedProject, madeCut, fc.nat(800), (project, cut, ownMs) => {
      // Lines of translations have times of their own.
      const own = project.narrations.reduce(
        (changed, { id, derivedFrom }) =>
          derivedFrom ? apply(changed, { type: 'shiftLines', narrationId: id, byMs: ownMs }) : changed,
        project,
      );
      const endMs = Math.max(...cut.map(({ now }) => now?.toMs ?? 0));
      const after = apply(own, { type: 'replaceVideo', video: newVideo, parts: cut }, countIds());
      for (const [at, { lines, cutLines = [], unwritten = [], derivedFrom }] of after.narrations.entries()) {
        const before = own.narrations[at] as Narration;
        const content = (list: Narration['lines']) =>
          list
            .map(({ startMs: _, toCheck: __, ...line }) => line)
            .toSorted((one, other) => (one.id < other.id ? -1 : 1));
        expect(content([...lines, ...cutLines])).toEqual(content(before.lines));
        for (const { startMs } of lines) if (startMs !== null) expect(startMs).toBeLessThanOrEqual(endMs);
        for (const { fromMs, toMs } of unwritten) expect([fromMs >= 0, toMs <= endMs]).toEqual([true, true]);
        const sources = [own, after].map(({ narrations }) => narrations.find(({ id }) => id === derivedFrom));
        const [was, is] = sources;
        if (was && is)
          expect(listUntranslated(is, after.narrations[at])).toEqual(listUntranslated(was, before));
      }
      const { entries, counts } = planNewCut(own, cut);
      const originals = after.narrations.filter(({ derivedFrom }) => !derivedFrom);
      expect(counts.gone).toBe(originals.flatMap(({ cutLines = [] }) => cutLines).length);
      for (const { lineId, nowMs, narrationId } of entries) {
        const lines = originals.find(({ id }) => id === narrationId)?.lines;
        if (lineId !== undefined) expect(lines?.find(({ id }) => id === lineId)?.startMs).toBe(nowMs);
      }
    }),
    { numRuns: 300 },
  );
});

import { expect, test } from 'vitest';
import { apply } from './commands.ts';
import type { CutPart } from './new-cut.ts';
import { createLine, createNarration, createProject, type Project, type ProjectVideo } from './project.ts';
import { planNewCut } from './replace-video.ts';

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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareCuts, comparedPictureRate } from '#media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { type CutPart, isSameContent } from '#shared/narration/new-cut.ts';
import { isWholeCover, judgeNewCut } from '../support/judge-new-cut.ts';
import { makeSceneFilm, type Scene } from '../support/made-scenes.ts';
import {
  fingerprintBytes,
  keepInDocument,
  type MeasuredCut,
  measureNewCuts,
  printTable,
  sumUp,
} from '../support/measure-new-cuts.ts';
import {
  closeVoice,
  hasFfmpeg,
  hasFilmMaterial,
  type Material,
  makeLoopFilm,
  makeMovingFilm,
  makeScreenRecording,
  makeSlides,
} from '../support/new-cut-films.ts';

const scene = (name: number, seconds = 8): Scene => ({ name, seconds });
const film = [1, 2, 3, 4, 5].map(name => scene(name));

describe('a film of five scenes', () => {
  let before: Fingerprint;
  beforeAll(async () => {
    before = keepInDocument(await fingerprintBytes(await makeSceneFilm(film), 1));
  });

  test.each([
    ['without its first scene', film.slice(1)],
    ['without its third', film.toSpliced(2, 1)],
    ['without its last', film.slice(0, -1)],
    ['with a scene cut short', film.with(1, scene(2, 4.5))],
    ['with five new seconds', film.toSpliced(3, 0, scene(20, 5))],
    ['with two scenes swapped', [1, 4, 3, 2, 5].map(name => scene(name))],
  ])('%s: each line is where its moment is, and gone where that is gone', async (_, now) => {
    const after = await fingerprintBytes(await makeSceneFilm(now), comparedPictureRate);
    const comparison = await compareCuts(before, after);
    expect(isWholeCover(comparison, before.durationMs, after.durationMs)).toBe(true);
    const { boundaries, found, wrong, lost, goneKept } = judgeNewCut(describeScenes(now), comparison);
    expect({ found, wrong, lost, goneKept }).toEqual({ found: boundaries, wrong: 0, lost: 0, goneKept: 0 });
  });

  test('that is smaller and in another container is the same', async () => {
    const small = { width: 96, height: 54, container: 'mov' } as const;
    const after = await fingerprintBytes(await makeSceneFilm(film, small), comparedPictureRate);
    expect(isSameContent(await compareCuts(before, after))).toBe(true);
  });
});

/** Scenes have other names than they had, or other lengths, or are gone. */
function describeScenes(now: readonly Scene[]): CutPart[] {
  const place = (scenes: readonly Scene[], at: number) =>
    1000 * scenes.slice(0, at).reduce((sum, { seconds }) => sum + seconds, 0);
  const parts: CutPart[] = now.map(({ name, seconds }, at) => {
    const nowSpan = { fromMs: place(now, at), toMs: place(now, at + 1) };
    const before = film.findIndex(other => other.name === name);
    const oldMs = place(film, before);
    if (before < 0) return { kind: 'new', now: nowSpan };
    return { kind: 'kept', old: { fromMs: oldMs, toMs: oldMs + seconds * 1000 }, now: nowSpan };
  });
  for (const [at, { name, seconds }] of film.entries()) {
    const kept = now.find(other => other.name === name)?.seconds ?? 0;
    const fromMs = place(film, at) + kept * 1000;
    if (kept < seconds) parts.push({ kind: 'removed', old: { fromMs, toMs: place(film, at + 1) } });
  }
  return joinNeighbours(parts);
}

/** Without boundaries that are none. */
function joinNeighbours(parts: readonly CutPart[]): CutPart[] {
  const joined: CutPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.old && last.now && part.old && part.now && last.old.toMs === part.old.fromMs) {
      const [old, now] = [last.old, last.now];
      joined[joined.length - 1] = {
        kind: 'kept',
        old: { fromMs: old.fromMs, toMs: part.old.toMs },
        now: { fromMs: now.fromMs, toMs: part.now.toMs },
      };
    } else joined.push(part);
  }
  return joined;
}

const goals = { boundariesFound: 0.95, wrongInStills: 0.01 } as const;

/** Set `NEW_CUT` to a word of some edits to see these alone. */
const word = process.env.NEW_CUT ?? '';

describe.skipIf(!hasFfmpeg() || !hasFilmMaterial)('of a film of three minutes', { tags: 'long' }, () => {
  const tables: string[] = [];
  let moving: Material;

  beforeAll(async () => {
    moving = await makeMovingFilm();
  });
  afterAll(async () => {
    await closeVoice();
    console.log(tables.join('\n'));
  });

  const measure = async (material: Material): Promise<MeasuredCut[]> => {
    const cuts = await measureNewCuts(material, word);
    tables.push(printTable(material.name, cuts));
    for (const { edit, isWhole } of cuts) expect(isWhole, edit).toBe(true);
    return cuts;
  };

  test.each([
    ['moving pictures', () => moving],
    ['slides that are read aloud', () => makeSlides()],
    ['a screen recording with a voice', () => makeScreenRecording({ hasVoice: true })],
  ])('%s: each new cut keeps every line that it can keep, where it belongs', async (_, make) => {
    const cuts = await measure(await make());
    const { boundaries, found, lines, wrong, lost, goneKept, asked } = sumUp(cuts);
    expect.soft(found / Math.max(1, boundaries)).toBeGreaterThanOrEqual(goals.boundariesFound);
    expect({ wrong, lost, goneKept }).toEqual({ wrong: 0, lost: 0, goneKept: 0 });
    expect(asked / lines).toBeLessThanOrEqual(0.05);
  });

  test.each([
    ['a loop', () => makeLoopFilm(moving)],
    ['a silent screen recording', () => makeScreenRecording({ hasVoice: false })],
  ])('%s: what cannot be known is asked, and hardly ever wrong', async (_, make) => {
    const { lines, wrong, goneKept } = sumUp(await measure(await make()));
    expect((wrong + goneKept) / lines).toBeLessThanOrEqual(goals.wrongInStills);
  });

  test.each([
    'exported again',
    'a quarter of the rate',
    'as WebM',
    'at 30 pictures',
    'cropped',
    'graded',
    'with a logo',
    'letterboxed',
    '25 for 24',
    'louder',
  ])('that is %s, it is the same film', async name => {
    for (const material of [moving, await makeSlides(), await makeScreenRecording({ hasVoice: true })])
      for (const { edit, comparison } of await measureNewCuts(material, name))
        if (!edit.includes('cut'))
          expect.soft(isSameContent(comparison), `${material.name}: ${edit}`).toBe(true);
  });
});

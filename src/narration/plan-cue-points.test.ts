import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DescriptionDetail, descriptionDetails } from '#shared/description.ts';
import { getLanguage } from '#shared/languages.ts';
import { type GapsToDescribe, planDescriptionCuePoints } from './plan-cue-points.ts';

const english = getLanguage('English');
const gaps = [
  { startSeconds: 0, endSeconds: 10 },
  { startSeconds: 20, endSeconds: 30 },
];
const standard: GapsToDescribe = { kind: 'standard', gaps, durationSeconds: 60 };
const extended: GapsToDescribe = { ...standard, kind: 'extended' };

const listPlanned = (seen: readonly number[], video: GapsToDescribe) =>
  planDescriptionCuePoints(seen, video, english).map(({ startSeconds, gap, available }) => [
    gap?.seenSeconds,
    startSeconds,
    available.count,
  ]);

describe('the cue points of a standard description', () => {
  test('are at the pictures in a gap, with time until the next one or until speech', () => {
    expect(planDescriptionCuePoints([2, 6], standard, english)).toEqual([
      { startSeconds: 2, available: { unit: 'words', count: 9 }, gap: { endSeconds: 10, seenSeconds: 2 } },
      { startSeconds: 6, available: { unit: 'words', count: 9 }, gap: { endSeconds: 10, seenSeconds: 6 } },
    ]);
  });

  test('are shortly before a picture at the end of a gap, or right after its start', () => {
    expect(listPlanned([9, 28], standard)).toEqual([
      [9, 6.5, 7],
      [28, 26.5, 7],
    ]);
    expect(listPlanned([14], standard)).toEqual([[14, 6.5, 7]]);
  });

  test('skip a picture long after a gap and before the next, which must not be described so early or late', () => {
    expect(listPlanned([14.9, 45], { ...standard, gaps: [{ startSeconds: 20, endSeconds: 30 }] })).toEqual(
      [],
    );
  });

  test('are at the beginning of a free gap for text that was shown shortly before it', () => {
    expect(listPlanned([16, 18.5], standard)).toEqual([[18.5, 20, 22]]);
    expect(listPlanned([18.5, 21], standard)).toEqual([[21, 21, 20]]);
  });

  test('have the room of the level of detail', () => {
    const count = (detail: DescriptionDetail) =>
      planDescriptionCuePoints([0], { ...extended, gaps: [], detail }, english)[0]?.gap?.availableWhilePaused;
    expect(descriptionDetails.map(count).map(each => each?.count)).toEqual([8, 27, 40]);
    const brief = planDescriptionCuePoints([0], { ...standard, detail: 'brief' }, english);
    expect(brief[0]?.available.count).toBe(11);
  });

  test('have enough time for a line each', () => {
    expect(listPlanned([2, 3, 4, 9.9], standard)).toEqual([
      [2, 2, 10],
      [9.9, 6.5, 7],
    ]);
  });

  test('allow at most 2.5 words a second, or the rate of a slower language, in characters for languages without spaces', () => {
    const count = (name: 'French' | 'Finnish' | 'Vietnamese' | 'Japanese') =>
      planDescriptionCuePoints([0], standard, getLanguage(name))[0]?.available;
    expect(count('Vietnamese')).toEqual({ unit: 'words', count: 22 });
    expect(count('French')).toEqual({ unit: 'words', count: 22 });
    expect(count('Finnish')).toEqual({ unit: 'words', count: 15 });
    expect(count('Japanese')).toEqual({ unit: 'characters', count: 48 });
  });

  test('are none without a gap', () => {
    expect(planDescriptionCuePoints([0, 6, 12], { ...standard, gaps: [] }, english)).toEqual([]);
  });
});

describe('the cue points of an extended description', () => {
  test('have more time when the video pauses, with or without a gap', () => {
    expect(planDescriptionCuePoints([6, 45], extended, english)).toEqual([
      {
        startSeconds: 6,
        available: { unit: 'words', count: 9 },
        gap: { endSeconds: 10, seenSeconds: 6, availableWhilePaused: { unit: 'words', count: 27 } },
      },
      {
        startSeconds: 45,
        available: { unit: 'words', count: 0 },
        gap: { endSeconds: 45, seenSeconds: 45, availableWhilePaused: { unit: 'words', count: 27 } },
      },
    ]);
  });

  test('need no pause in a long gap', () => {
    const long = { ...extended, gaps: [{ startSeconds: 0, endSeconds: 40 }] };
    expect(planDescriptionCuePoints([1], long, english)[0]?.gap).toEqual({ endSeconds: 40, seenSeconds: 1 });
  });
});

test('ascend for any pictures and gaps, are in a gap with time for a sentence, and never after their picture or far before it', () => {
  const times = fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 40 });
  fc.assert(
    fc.property(times, times, (seen, edges) => {
      const sorted = [...new Set(edges)].sort((one, other) => one - other).map(each => each / 1000);
      const pairs = sorted.flatMap((startSeconds, at) =>
        at % 2 === 0 && at + 1 < sorted.length ? [{ startSeconds, endSeconds: sorted[at + 1] ?? 0 }] : [],
      );
      const pictures = seen.map(each => each / 1000).sort((one, other) => one - other);
      const cuePoints = planDescriptionCuePoints(
        pictures,
        { ...standard, gaps: pairs, durationSeconds: 100 },
        english,
      );
      for (const [at, { startSeconds, available, gap }] of cuePoints.entries()) {
        const own = pairs.find(each => each.startSeconds <= startSeconds && startSeconds < each.endSeconds);
        expect(gap?.endSeconds).toBe(Math.min(100, own?.endSeconds ?? -1));
        expect(available.count).toBeGreaterThanOrEqual(5);
        const isFirst = startSeconds === own?.startSeconds;
        expect(startSeconds - (gap?.seenSeconds ?? 0)).toBeLessThanOrEqual((isFirst ? 5 : 0) + 1e-9);
        expect((gap?.seenSeconds ?? 0) - startSeconds).toBeLessThanOrEqual(5 + 3.5 + 1e-9);
        expect(startSeconds - (cuePoints[at - 1]?.startSeconds ?? -9)).toBeGreaterThanOrEqual(2.5 - 1e-9);
      }
    }),
    { numRuns: 500 },
  );
});

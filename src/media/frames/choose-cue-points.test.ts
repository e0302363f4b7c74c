import { describe, expect, test } from 'vitest';
import { chooseTimedCuePoints, countCuePoints } from './choose-cue-points.ts';

const evenKeys = (durationMs: number, gapMs: number) =>
  Array.from({ length: Math.ceil(durationMs / gapMs) }, (_, at) => ({ startMs: at * gapMs, bytes: 40_000 }));

test.each([
  ['ten seconds', 10, 10],
  ['a minute', 60, 10],
  ['two minutes', 120, 20],
  ['six minutes', 360, 60],
  ['two hours', 7200, 60],
])('%s (%i s) have at most %i cue points', (_, seconds, count) => {
  expect(countCuePoints(seconds * 1000, 60)).toBe(count);
});

describe('the cue points of a video', () => {
  test('are in order, with at least one in each tenth of it', () => {
    for (const gapMs of [500, 2000, 10_000, 45_000, 300_000, 10_000_000])
      for (const durationMs of [9_000, 65_000, 600_000, 7_200_000]) {
        const cuePoints = chooseTimedCuePoints(durationMs, evenKeys(durationMs, gapMs), 60);
        const times = cuePoints.map(({ cuePointMs }) => cuePointMs);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(new Set(times).size).toBe(times.length);
        expect(times.length).toBeLessThanOrEqual(60);
        const tenths = new Set(times.map(ms => Math.floor((ms / durationMs) * 10)));
        expect([...tenths], `${gapMs} of ${durationMs}`).toHaveLength(10);
      }
  });

  test('are at cuts, where an encoder put extra key frames', () => {
    const cuts = [31_300, 47_700, 88_100, 131_900];
    const keys = [
      ...evenKeys(180_000, 10_000),
      ...cuts.map(startMs => ({ startMs, bytes: 90_000 })),
    ].toSorted((one, other) => one.startMs - other.startMs);
    const times = chooseTimedCuePoints(180_000, keys, 60).map(({ cuePointMs }) => cuePointMs);
    expect(times).toEqual(expect.arrayContaining(cuts));
  });

  test('are between key frames where there are none', () => {
    const cuePoints = chooseTimedCuePoints(100_000, [], 60);
    expect(cuePoints).toHaveLength(10);
    expect(cuePoints.every(({ isKeyFrame }) => !isKeyFrame)).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import {
  chooseDescriptionCuePoints,
  chooseTimedCuePoints,
  countCuePoints,
  type KeyFrameFacts,
  splitGaps,
} from './choose-cue-points.ts';

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
        const times = cuePoints.map(({ pictureMs }) => pictureMs);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(new Set(times).size).toBe(times.length);
        expect(times.length).toBeLessThanOrEqual(60);
        const tenths = new Set(times.map(ms => Math.floor((ms / durationMs) * 10)));
        expect([...tenths], `${gapMs} of ${durationMs}`).toHaveLength(10);
      }
  });

  test('are at cuts, where an encoder put extra key frames', () => {
    const cuts = [31_300, 47_100, 88_100, 131_900];
    const keys = [
      ...evenKeys(180_000, 10_000),
      ...cuts.map(startMs => ({ startMs, bytes: 90_000 })),
    ].toSorted((one, other) => one.startMs - other.startMs);
    const times = chooseTimedCuePoints(180_000, keys, 60).map(({ pictureMs }) => pictureMs);
    expect(times).toEqual(expect.arrayContaining(cuts));
  });

  test('are where something new was seen, though key frames are regular and of one size', () => {
    const isNew = (startMs: number) => [14_000, 16_000, 52_000, 94_000, 98_000].includes(startMs);
    const keys = evenKeys(120_000, 2000).map(key => ({ ...key, novelty: isNew(key.startMs) ? 1 : 0.2 }));
    const times = chooseTimedCuePoints(120_000, keys, 12).map(({ pictureMs }) => pictureMs);
    expect(times).toHaveLength(12);
    expect(times).toEqual(expect.arrayContaining([14_000, 52_000, 94_000, 98_000]));
    // Everything between is covered, too.
    const gaps = times.slice(1).map((ms, at) => ms - (times[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(24_000);
  });

  test('are between key frames where there are none', () => {
    const cuePoints = chooseTimedCuePoints(100_000, [], 60);
    expect(cuePoints).toHaveLength(10);
    expect(cuePoints.every(({ kind }) => kind === 'exact')).toBe(true);
  });
});

const keyFrame = (startMs: number): KeyFrameFacts => ({ startMs, bytes: 1000 });
const gap = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

describe('the parts of gaps', () => {
  test('are one per 6 s at most, longest gaps first, each gap once before any twice', () => {
    expect(splitGaps([gap(0, 4), gap(20, 33), gap(40, 46)], 60_000, 10)).toEqual([
      { fromMs: 20_000, untilMs: 26_500 },
      { fromMs: 40_000, untilMs: 46_000 },
      { fromMs: 0, untilMs: 4000 },
      { fromMs: 26_500, untilMs: 33_000 },
    ]);
  });

  test('are as many as pictures are allowed, none after the end', () => {
    const many = Array.from({ length: 100 }, (_, at) => gap(at * 10, at * 10 + 3 + at / 100));
    const parts = splitGaps(many, 2_000_000, 60);
    expect(parts).toHaveLength(60);
    expect(Math.min(...parts.map(({ fromMs }) => fromMs))).toBe(400_000);
    expect(splitGaps([gap(50, 70), gap(80, 90)], 60_000, 60)).toEqual([{ fromMs: 50_000, untilMs: 60_000 }]);
  });
});

describe('the cue points of an audio description', () => {
  const everyTwoSeconds = Array.from({ length: 1800 }, (_, at) => keyFrame(at * 2000));
  const hourMs = 3_600_000;
  /** A talk of an hour with 40 short gaps. */
  const talk = Array.from({ length: 40 }, (_, at) => gap(90 * at + 31, 90 * at + 35));

  test('are at the first key frame of each gap of a long talk, the rest spread over it', () => {
    const cuePoints = chooseDescriptionCuePoints(hourMs, everyTwoSeconds, splitGaps(talk, hourMs, 60), 60);
    expect(cuePoints).toHaveLength(60);
    for (const { startSeconds } of talk)
      expect(cuePoints).toContainEqual({ kind: 'key', pictureMs: (startSeconds + 1) * 1000 });
    expect(cuePoints.map(({ pictureMs }) => pictureMs)).toEqual(
      cuePoints.map(({ pictureMs }) => pictureMs).sort((one, other) => one - other),
    );
  });

  test('are at a cut in the first half of a gap, which leaves time for a line', () => {
    const parts = splitGaps([gap(10, 20)], 60_000, 60);
    const keys = [10_500, 13_000, 17_000].map(keyFrame);
    const chooseIn = (cutMs: number) =>
      chooseDescriptionCuePoints(
        60_000,
        keys.map(key => ({ ...key, novelty: key.startMs === cutMs ? 1 : 0 })),
        parts,
        1,
      )[0]?.pictureMs;
    expect(chooseIn(13_000)).toBe(13_000);
    expect(chooseIn(17_000)).toBe(10_500);
  });

  test('skip the very first picture, which is black in many videos', () => {
    const parts = splitGaps([gap(0, 5)], 10_000, 60);
    expect(chooseDescriptionCuePoints(10_000, [keyFrame(0), keyFrame(4000)], parts, 60)).toContainEqual({
      kind: 'key',
      pictureMs: 4000,
    });
    const [first] = chooseDescriptionCuePoints(10_000, [keyFrame(0)], parts, 1);
    expect(first).toEqual({ kind: 'exact', pictureMs: 1000 });
  });

  test('decode from a key frame for at most ten pictures, those of the longest gaps', () => {
    const few = [keyFrame(0), keyFrame(1_800_000)];
    const longer = talk.map((each, at) => ({ ...each, endSeconds: each.endSeconds + at / 100 }));
    const cuePoints = chooseDescriptionCuePoints(hourMs, few, splitGaps(longer, hourMs, 60), 60);
    const walked = cuePoints.filter(({ kind }) => kind === 'exact');
    expect(walked.map(({ pictureMs }) => pictureMs)).toEqual(
      longer.slice(-10).map(({ startSeconds }) => (startSeconds + 1) * 1000),
    );
  });

  test('are those of a narration without gaps', () => {
    const cuePoints = chooseDescriptionCuePoints(hourMs, everyTwoSeconds, [], 60);
    expect(cuePoints).toHaveLength(60);
    expect(cuePoints.every(({ kind }) => kind === 'key')).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { type LineToPlace, placeLines } from './place-lines.ts';

const hours = 3600;

/** A line of cheap sound: one loud sample, then silence for a second. */
function makeLine(startSeconds: number, sampleRateHz = 22_050): LineToPlace {
  const samples = new Float32Array(sampleRateHz);
  samples[0] = 1;
  return { startSeconds, sound: { sampleRateHz, samples } };
}

async function* give(lines: readonly LineToPlace[]) {
  yield* lines;
}

/** Positions of sound, and the duration, without storing samples. */
async function place(
  lines: readonly LineToPlace[],
  durationSeconds: number,
  signal = new AbortController().signal,
) {
  const times: TimeSpan[] = [];
  const heard: number[] = [];
  let count = 0;
  let longestSeconds = 0;
  let rateHz = Number.NaN;
  const noteLine = (placed: TimeSpan) => void times.push(placed);
  const options = { durationSeconds, noteLine, signal };
  for await (const { samples, sampleRateHz } of placeLines(give(lines), options)) {
    longestSeconds = Math.max(longestSeconds, samples.length / sampleRateHz);
    rateHz = sampleRateHz;
    const loud = samples.indexOf(1);
    if (loud >= 0) heard.push((count + loud) / sampleRateHz);
    count += samples.length;
  }
  return { times, heard, seconds: count / rateHz, longestSeconds };
}

describe('lines of a timed narration', () => {
  test('start at their times over two hours, without drift, in a sound as long as the video', async () => {
    const starts = Array.from({ length: 700 }, (_, at) => at * 10.2857 + 0.333);
    const { heard, times, seconds } = await place(
      starts.map(start => makeLine(start)),
      2 * hours + 0.5,
    );
    expect(seconds).toBeCloseTo(2 * hours + 0.5, 3);
    expect(heard).toHaveLength(starts.length);
    for (const [at, start] of starts.entries()) {
      expect(Math.abs((heard[at] ?? Number.NaN) - start)).toBeLessThan(0.0001);
      expect(times[at]?.startSeconds).toBeCloseTo(heard[at] ?? Number.NaN, 9);
    }
  });

  test('that would overlap start right after the previous line, and later ones are at their times again', async () => {
    const { times } = await place([makeLine(1), makeLine(1.5), makeLine(4)], 6);
    expect(times.map(({ startSeconds }) => startSeconds)).toEqual([1, 2, 4]);
  });

  test('extend the sound if the last one ends later', async () => {
    expect((await place([makeLine(5.5)], 6)).seconds).toBeCloseTo(6.5, 6);
  });

  test('of any length, speed and rate are returned a second at a time, and end at the reported time', async () => {
    const fast = { ...makeLine(1), speed: 1.15 };
    const long = { sampleRateHz: 24_000, samples: new Float32Array(24_000 * 60) };
    const { times, seconds, longestSeconds } = await place(
      [fast, { startSeconds: 3, sound: long, speed: 1.1 }],
      6,
    );
    expect(longestSeconds).toBeLessThan(1.02);
    expect(times[0]?.endSeconds).toBeCloseTo(1 + 1 / 1.15, 3);
    expect(times[1]?.endSeconds).toBeCloseTo(3 + 60 / 1.1, 3);
    expect(seconds).toBeCloseTo(times[1]?.endSeconds ?? Number.NaN, 9);
  });

  test('stop when the client disconnects, however long the video is', async () => {
    const listener = new AbortController();
    const placing = place([makeLine(0)], 7 * 24 * hours, listener.signal);
    listener.abort();
    await expect(placing).rejects.toMatchObject({ code: 'client_closed' });
  });

  test('give a silence as long as the video if there are none', async () => {
    expect((await place([], 3)).seconds).toBe(3);
  });
});

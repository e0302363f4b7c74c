import { expect, test } from 'vitest';
import { peakSeconds } from '#media/sound/peaks.ts';
import { barPx, computeBars, findLoudest } from './wave-bars.ts';

const sound = (seconds: number, loudness: (second: number) => number) => ({
  peaks: Float32Array.from({ length: seconds / peakSeconds }, (_, at) => loudness(at * peakSeconds)),
  seconds,
  isWhole: true,
});

test('a waveform is as high as it is loud, at its place', () => {
  const clap = sound(60, second => (second >= 30 && second < 31 ? 0.5 : 0.1));
  const { first, heights } = computeBars(clap, findLoudest(clap), {
    pixelsPerSecond: 30,
    span: { fromPx: 600, toPx: 1200 },
  });
  const clapping = [...heights.keys()].filter(bar => (heights[bar] ?? 0) > 0.9);
  expect(clapping.map(bar => ((first + bar) * barPx) / 30)).toEqual(
    Array.from({ length: 10 }, (_, at) => expect.closeTo(30 + at / 10, 9)),
  );
  expect(heights[0]).toBeCloseTo(0.2, 6);
});

test('a bar is the same wherever the window is', () => {
  const noise = sound(60, second => Math.abs(Math.sin(second * 999)));
  const draw = (fromPx: number) =>
    computeBars(noise, 1, { pixelsPerSecond: 7, span: { fromPx, toPx: fromPx + 90 } });
  expect(draw(60).heights.slice(10)).toEqual(draw(90).heights.slice(0, 20));
});

test('nothing is drawn where the sound is over or not known yet, and silence is no noise', () => {
  const short = sound(2, () => 0.001);
  expect(findLoudest(short)).toBeCloseTo(0.02, 9);
  const options = { pixelsPerSecond: 10, span: { fromPx: 0, toPx: 600 } };
  expect(computeBars(short, findLoudest(short), options).heights).toHaveLength(7);
  expect(computeBars(short, 1, { ...options, span: { fromPx: 300, toPx: 600 } }).heights).toHaveLength(0);
});

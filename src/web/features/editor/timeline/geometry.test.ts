import { expect, test } from 'vitest';
import { peakSeconds } from '#media/sound/peaks.ts';
import {
  findDrawnSpan,
  findLinesWithin,
  findLoudest,
  findScrollAfterZoom,
  findScrollTo,
  limitZoom,
  listBars,
  listMarks,
  listPicturePlaces,
  placeLine,
} from './geometry.ts';

const at = (...starts: number[]) => ({
  lines: starts.map(startSeconds => ({ startSeconds, needSeconds: 2 })),
  durationSeconds: 60,
});

test('a line stays between its neighbours, a tenth of a second from each', () => {
  expect(placeLine(at(0, 5, 10), 1, 12)).toBe(9.9);
  expect(placeLine(at(0, 5, 10), 1, -3)).toBe(0.1);
});

test('the first line begins with the video at the earliest, and the last begins before its end', () => {
  expect(placeLine(at(4), 0, -1)).toBe(0);
  expect(placeLine(at(4), 0, 61)).toBe(59.9);
});

test('lines go in tenths of a second', () => {
  expect(placeLine(at(0, 5, 10), 1, 7.449)).toBe(7.4);
  expect(placeLine(at(0, 5, 10), 1, 0.3 - 1e-9)).toBe(0.3);
});

test('beside a neighbour between two tenths a line takes the next whole tenth', () => {
  expect(placeLine(at(2.34, 5, 9.87), 1, 0)).toBe(2.5);
  expect(placeLine(at(2.34, 5, 9.87), 1, 20)).toBe(9.7);
});

test('a line stays where it is when its neighbours leave no space', () => {
  expect(placeLine(at(5, 5.05, 5.1), 1, 30)).toBe(5.05);
});

test('a line that is dragged near the playhead begins there, and elsewhere does not', () => {
  const playhead = { atSeconds: 7.333, pixelsPerSecond: 20 };
  expect(placeLine(at(0, 5, 10), 1, 7.6, playhead)).toBe(7.33);
  expect(placeLine(at(0, 5, 10), 1, 8, playhead)).toBe(8);
  expect(placeLine(at(0, 5, 7), 1, 7.3, playhead)).toBe(6.9);
});

test('the zoom goes from the whole video to where a tenth of a second is easily hit', () => {
  expect(limitZoom(0.001, 7200, 1000)).toBeCloseTo(1000 / 7200, 9);
  expect(limitZoom(1e6, 7200, 1000)).toBe(400);
  expect(limitZoom(0, 20, 1000)).toBe(50);
});

test('what is drawn covers what is in sight at each place, and changes only now and then', () => {
  const spans = new Set<string>();
  for (let scrolled = 0; scrolled <= 9000; scrolled += 10) {
    const { fromPx, toPx } = findDrawnSpan(scrolled, 1000, 10_000);
    expect(fromPx).toBeLessThanOrEqual(scrolled);
    expect(toPx).toBeGreaterThanOrEqual(scrolled + 1000);
    expect(toPx - fromPx).toBeLessThanOrEqual(2500);
    spans.add(`${fromPx}-${toPx}`);
  }
  expect(spans.size).toBeLessThan(25);
});

test('only lines in view are drawn, with those whose available duration or excess reaches into it', () => {
  const places = { ...at(0, 10, 20, 30, 40), durationSeconds: 60 };
  const find = (needSeconds: number, fromPx: number, toPx: number) =>
    findLinesWithin(
      { ...places, lines: places.lines.map(line => ({ ...line, needSeconds })) },
      { pixelsPerSecond: 10, span: { fromPx, toPx } },
    ).map(({ startSeconds }) => startSeconds);
  expect(find(2, 150, 290)).toEqual([10, 20]);
  expect(find(17, 250, 260)).toEqual([10, 20]);
});

test('what is under the pointer stays there while zooming', () => {
  const scrolled = findScrollAfterZoom(300, 200, 10, 25);
  expect((scrolled + 200) / 25).toBe((300 + 200) / 10);
});

test('a place in view is not scrolled to; another comes into view with some space before it', () => {
  expect(findScrollTo(500, 0, 1000)).toBeUndefined();
  expect(findScrollTo(2500, 0, 1000)).toBe(2400);
  expect(findScrollTo(30, 1000, 1000)).toBe(0);
});

test('the times of the ruler do not overlap at any zoom', () => {
  expect(listMarks({ pixelsPerSecond: 50, span: { fromPx: 0, toPx: 500 } })).toEqual([0, 2, 4, 6, 8, 10]);
  expect(listMarks({ pixelsPerSecond: 0.1, span: { fromPx: 0, toPx: 500 } })).toEqual([
    0, 900, 1800, 2700, 3600, 4500,
  ]);
  expect(listMarks({ pixelsPerSecond: 400, span: { fromPx: 400, toPx: 800 } })).toEqual([1, 1.5, 2]);
});

test('pictures stand for equal parts of the video, as many as fit and not more than 24', () => {
  expect(listPicturePlaces(60, 330, 110)).toEqual([10, 30, 50]);
  expect(listPicturePlaces(7200, 3000, 53)).toHaveLength(24);
  expect(listPicturePlaces(60, 100, 200)).toEqual([30]);
});

const sound = (seconds: number, loudness: (second: number) => number) => ({
  peaks: Float32Array.from({ length: seconds / peakSeconds }, (_, at) => loudness(at * peakSeconds)),
  seconds,
  isWhole: true,
});

test('a waveform is as high as it is loud, at its place', () => {
  const clap = sound(60, second => (second >= 30 && second < 31 ? 0.5 : 0.1));
  const bars = listBars(clap, findLoudest(clap), { pixelsPerSecond: 30, span: { fromPx: 600, toPx: 1200 } });
  const clapping = bars.filter(({ height }) => height > 0.9);
  expect(clapping.map(({ startSeconds }) => startSeconds)).toEqual(
    Array.from({ length: 10 }, (_, at) => expect.closeTo(30 + at / 10, 9)),
  );
  expect(bars[0]?.height).toBeCloseTo(0.2, 6);
});

test('a bar is the same wherever the window is', () => {
  const noise = sound(60, second => Math.abs(Math.sin(second * 999)));
  const draw = (fromPx: number) =>
    listBars(noise, 1, { pixelsPerSecond: 7, span: { fromPx, toPx: fromPx + 90 } });
  expect(draw(60).slice(10)).toEqual(draw(90).slice(0, 20));
});

test('nothing is drawn where the sound is over or not known yet, and silence is no noise', () => {
  const short = sound(2, () => 0.001);
  expect(findLoudest(short)).toBeCloseTo(0.02, 9);
  const options = { pixelsPerSecond: 10, span: { fromPx: 0, toPx: 600 } };
  expect(listBars(short, findLoudest(short), options)).toHaveLength(7);
  expect(listBars(short, 1, { ...options, span: { fromPx: 300, toPx: 600 } })).toHaveLength(0);
});

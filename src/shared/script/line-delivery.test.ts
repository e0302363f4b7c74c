import { expect, test } from 'vitest';
import { type LineDelivery, placeDelivery } from './line-delivery.ts';
import { placeInOrder } from './line-speed.ts';
import { type DescribedVideo, planDescription } from './plan-description.ts';

const line = (startSeconds: number, seconds: number, delivery: LineDelivery = {}, availableSeconds = 4) => ({
  text: `at ${startSeconds}`,
  ...placeDelivery({ startSeconds, availableSeconds, seconds }, delivery),
});

const round = (placed: readonly { startSeconds: number; endSeconds: number; speed: number }[]) =>
  placed.map(({ startSeconds, endSeconds, speed }) =>
    [startSeconds, endSeconds, speed].map(each => Number(each.toFixed(2))),
  );

test('a slow line needs more time, and its pauses take time from it', () => {
  expect(line(2, 2, { pace: 0.8, pauseBeforeMs: 500, pauseAfterMs: 1000 })).toMatchObject({
    pace: 0.8,
    startSeconds: 2.5,
    availableSeconds: 2.5,
    seconds: 2.5,
  });
  expect(line(2, 2, { pauseAfterMs: 9000 }).availableSeconds).toBe(0);
  expect(line(2, 2, { pace: 10 }).pace).toBe(1.3);
});

test('nothing is heard in the pause of a line, whatever the lines around it take', () => {
  const lines = [line(0, 4, { pauseAfterMs: 500 }), line(4, 6, { pauseBeforeMs: 500 }), line(8, 1)];
  expect(round(placeInOrder(lines))).toEqual([
    [0, 3.48, 1.15],
    [4.5, 9.72, 1.15],
    [9.72, 10.72, 1],
  ]);
});

test('a description keeps its pauses from speech and from other lines, and stops the video for them', () => {
  const gap = { startSeconds: 1, endSeconds: 6 };
  const video = (kind: DescribedVideo['kind']) => ({ kind, gaps: [gap], durationSeconds: 20 });
  const lines = [
    line(0, 0.9, { pauseBeforeMs: 1000 }),
    line(3, 2.4, { pauseBeforeMs: 250, pauseAfterMs: 500 }),
  ];
  const placed = [
    [2, 2.9, 1],
    [3.25, 5.45, 1.09],
  ];
  expect(round(planDescription(lines, video('standard')).lines)).toEqual(placed);
  const long = lines.map((each, at) => (at === 1 ? { ...each, seconds: 4 } : each));
  const stopped = planDescription(long, video('extended'));
  expect(round(stopped.lines).at(-1)).toEqual([3.25, 7.25, 1]);
  expect(stopped.pauses[0]?.seconds).toBeCloseTo(7.25 + 0.5 + 0.05 - 6);
});

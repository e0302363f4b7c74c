import { expect, test } from 'vitest';
import { createPeakCollector, drawPeaks, peakSeconds } from './peaks.ts';

test('peaks are the same for pieces of any length', () => {
  const collector = createPeakCollector();
  const loud = new Float32Array(24_000).map((_, at) => (at < 12_000 ? 0.5 : -0.9) * Math.sin(at));
  for (let at = 0; at < loud.length; at += 777) collector.add(loud.subarray(at, at + 777), 24_000);
  const { peaks, seconds } = collector.read(true);
  expect(seconds).toBeCloseTo(1, 9);
  expect(peaks).toHaveLength(1 / peakSeconds);
  expect(peaks[2]).toBeCloseTo(0.5, 2);
  expect(peaks[17]).toBeCloseTo(0.9, 2);
});

test('an hour takes few numbers', () => {
  const collector = createPeakCollector();
  const minute = new Float32Array(8000 * 60).fill(0.1);
  for (let at = 0; at < 60; at++) collector.add(minute, 8000);
  expect(collector.read(true).peaks).toHaveLength(3600 / peakSeconds);
});

test('a late start and pauses are silent', () => {
  const collector = createPeakCollector();
  const second = new Float32Array(8000).fill(0.5);
  collector.addSilenceUntil(0.01);
  collector.addSilenceUntil(2);
  collector.add(second, 8000);
  collector.addSilenceUntil(5);
  collector.add(second, 8000);
  const { peaks, seconds } = collector.read(true);
  expect(seconds).toBeCloseTo(6, 9);
  const heard = [...peaks.keys()].filter(at => peaks[at] === 0.5).map(at => at * peakSeconds);
  expect([heard[0], heard[19], heard[20], heard[39]]).toEqual(
    [2, 2.95, 5, 5.95].map(at => expect.closeTo(at, 9)),
  );
  expect(heard).toHaveLength(40);
});

test('the drawing has the requested number of bars, the loudest at full height, silence as a thin line', () => {
  const peaks = Float32Array.from({ length: 400 }, (_, at) => (at < 200 ? 0 : 0.3));
  const bars = drawPeaks(peaks, 100).split('z').slice(0, -1);
  expect(bars).toHaveLength(100);
  expect(bars[0]).toContain('v2.0');
  expect(bars[99]).toContain('v100.0');
  expect(drawPeaks(new Float32Array(), 100)).toBe('');
});

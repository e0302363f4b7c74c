import { expect, test } from 'vitest';
import { listRestPoints, measureGrowthPerHour } from '../soak/growth.ts';
import type { Sample } from '../soak/sample.ts';

/** Two hours, a sample every ten seconds, a rest at the end of every ten minutes. */
function makeSamples(readMb: (seconds: number, isRest: boolean) => number): Sample[] {
  return Array.from({ length: 720 }, (_, index) => {
    const seconds = index * 10;
    const isRest = seconds % 600 >= 490;
    return { seconds, phase: isRest ? 'rest' : 'load', allocatedMb: readMb(seconds, isRest) } as Sample;
  });
}

const measure = (samples: readonly Sample[]) =>
  measureGrowthPerHour(listRestPoints(samples, ({ allocatedMb }) => allocatedMb, 600));

test('the long run finds a leak of 3 MB an hour under a load that comes and goes', () => {
  const noise = (seconds: number) => (Math.sin(seconds) + 1) * 200;
  const samples = makeSamples(
    (seconds, isRest) => 300 + (3 * seconds) / 3600 + (isRest ? 0 : noise(seconds)),
  );
  expect(measure(samples)).toBeCloseTo(3, 5);
});

test('the long run takes a rest that ends late, and the first ten minutes, for no leak', () => {
  const samples = makeSamples(seconds => (seconds < 600 ? 150 : seconds > 6500 ? 500 : 300));
  expect(measure(samples)).toBe(0);
});

test('the long run compares what is left at the end of a rest, when decoders without work are gone', () => {
  const samples = makeSamples((seconds, isRest) => (isRest && seconds % 600 >= 560 ? 300 : 700));
  const points = listRestPoints(samples, ({ allocatedMb }) => allocatedMb);
  expect(points).toHaveLength(12);
  expect(points.map(({ value }) => value)).toEqual(Array(12).fill(300));
});

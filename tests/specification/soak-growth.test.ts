import { expect, test } from 'vitest';
import { judgeSamples, type Sample } from '../soak/judge.ts';

/** Two hours, a sample every ten seconds, a rest at the end of every ten minutes. */
function makeSamples(readMb: (seconds: number, isRest: boolean) => number): Sample[] {
  return Array.from({ length: 720 }, (_, index) => {
    const seconds = index * 10;
    const isRest = seconds % 600 >= 490;
    const others = { descriptors: 200, temporaryFiles: 0, children: 0 };
    return { seconds, phase: isRest ? 'rest' : 'load', allocatedMb: readMb(seconds, isRest), ...others };
  });
}

test('the soak test finds a leak of 3 MB an hour under a varying load', () => {
  const noise = (seconds: number) => (Math.sin(seconds) + 1) * 200;
  const samples = makeSamples(
    (seconds, isRest) => 300 + (3 * seconds) / 3600 + (isRest ? 0 : noise(seconds)),
  );
  expect(judgeSamples(samples).faults).toEqual(['allocatedMb: 3.00 more an hour']);
});

test('the soak test takes a late rest, and the first ten minutes, for no leak', () => {
  const samples = makeSamples(seconds => (seconds < 600 ? 150 : seconds > 6500 ? 500 : 300));
  expect(judgeSamples(samples).faults).toEqual([]);
});

import { expect, test } from 'vitest';
import { findWindows } from './find-windows.ts';

const sampleRateHz = 1000;

/** Loud, but for half a second around each of the times. */
function makeSound(seconds: number, quietAt: readonly number[] = []): Float32Array {
  return new Float32Array(seconds * sampleRateHz).map((_, at) =>
    quietAt.some(each => Math.abs(at / sampleRateHz - each) < 0.25) ? 0.001 : Math.sin(at),
  );
}

function findSeconds(samples: Float32Array) {
  return findWindows(samples, sampleRateHz).map(({ start, end }) => [
    start / sampleRateHz,
    end / sampleRateHz,
  ]);
}

test('a short sound is heard at once', () => {
  expect(findSeconds(makeSound(28))).toEqual([[0, 28]]);
});

test('a sound without samples has no windows', () => {
  expect(findSeconds(makeSound(0))).toEqual([]);
});

test('a long sound is cut in its pauses', () => {
  const windows = findSeconds(makeSound(60, [10, 22, 45]));
  expect(windows).toHaveLength(3);
  for (const [index, at] of [22, 45].entries()) {
    expect(Math.abs((windows[index]?.[1] ?? 0) - at)).toBeLessThan(0.25);
    expect(windows[index + 1]?.[0]).toBe(windows[index]?.[1]);
  }
  expect(windows[2]?.[1]).toBe(60);
});

test.each([28.1, 30, 56.2, 600])(
  'no window of %s s without a pause is too long, or too short for a word',
  seconds => {
    const lengths = findSeconds(makeSound(seconds)).map(([start = 0, end = 0]) => end - start);
    expect(lengths.reduce((sum, each) => sum + each)).toBeCloseTo(seconds);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(28);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(2);
  },
);

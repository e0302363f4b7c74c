import { describe, expect, test } from 'vitest';
import { createPeakLimiter } from './limit-peaks.ts';

const rateHz = 48_000;

/** Deterministic bursts of loud noise, below full scale in between. */
function makeBursts(seconds: number): Float32Array {
  let seed = 7;
  return Float32Array.from({ length: seconds * rateHz }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const loud = Math.floor(at / 4800) % 3 === 0 ? 2.5 : 0.3;
    return loud * (seed / 2 ** 30 - 1);
  });
}

function limit(channels: readonly Float32Array[], ceilingDb: number, pieceLength: number): Float32Array[] {
  const limiter = createPeakLimiter(rateHz, channels.length, ceilingDb);
  const out = channels.map(() => [] as number[]);
  const length = channels[0]?.length ?? 0;
  for (let from = 0; from < length + limiter.delaySamples; from += pieceLength) {
    const to = Math.min(length + limiter.delaySamples, from + pieceLength);
    const pieces = channels.map(samples => {
      const piece = new Float32Array(to - from);
      piece.set(samples.subarray(from, to));
      return piece;
    });
    for (const [index, samples] of limiter.add(pieces).entries()) out[index]?.push(...samples);
  }
  return out.map(samples => Float32Array.from(samples).subarray(limiter.delaySamples));
}

function findPeakDb(samples: Float32Array): number {
  return 20 * Math.log10(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
}

/** A sine at a quarter of the rate whose samples miss its peaks, which are 3 dB louder. */
const missed = Float32Array.from(
  { length: rateHz },
  (_, at) => 0.9 * Math.sin((Math.PI / 2) * at + Math.PI / 4),
);

describe('a limiter', () => {
  test('returns soft sound unchanged, to the sample', () => {
    const sound = makeBursts(1).map(sample => sample / 10);
    expect(limit([sound], -1.5, 1000)[0]).toEqual(sound);
  });

  test.each([480, 1000, 48_000])('lets no peak exceed its ceiling, in pieces of %i samples', pieceLength => {
    const [out] = limit([makeBursts(2)], -2, pieceLength);
    expect(findPeakDb(out as Float32Array)).toBeLessThanOrEqual(-2 + 1e-3);
  });

  test('gives the same result for any pieces', () => {
    const bursts = makeBursts(1);
    const [one] = limit([bursts], -2, 997);
    const [other] = limit([bursts], -2, 4800);
    const farthest = (one as Float32Array).reduce(
      (most, sample, at) => Math.max(most, Math.abs(sample - (other?.[at] ?? 9))),
      0,
    );
    expect(farthest).toBeLessThan(1e-3);
  });

  test('finds peaks between samples', () => {
    const [out] = limit([missed], -1.5, 480);
    // The samples are 3 dB below their sine's peak.
    expect(findPeakDb((out as Float32Array).subarray(2400))).toBeLessThan(-4.3);
    expect(findPeakDb((out as Float32Array).subarray(2400))).toBeGreaterThan(-5);
  });

  test('lowers all channels equally', () => {
    const soft = new Float32Array(rateHz).fill(0.1);
    const [, other] = limit([makeBursts(1), soft], -2, 480);
    expect(Math.min(...(other as Float32Array).subarray(100, 20_000))).toBeLessThan(0.06);
  });

  test('recovers after a peak', () => {
    const sound = new Float32Array(2 * rateHz).fill(0.5);
    sound.fill(3, 1000, 1010);
    const [out] = limit([sound], -2, 480);
    expect(out?.[500]).toBe(0.5);
    expect(out?.[1005]).toBeLessThan(0.8);
    expect(out?.[1100]).toBeLessThan(0.3);
    expect(out?.at(-1)).toBe(0.5);
  });
});

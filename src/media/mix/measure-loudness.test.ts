import { describe, expect, test } from 'vitest';
import { computeLufs, createLoudnessMeter } from './measure-loudness.ts';

function sine(hz: number, db: number, seconds: number, rateHz: number): Float32Array {
  const size = 10 ** (db / 20);
  return Float32Array.from(
    { length: Math.round(seconds * rateHz) },
    (_, at) => size * Math.sin((2 * Math.PI * hz * at) / rateHz),
  );
}

function measure(rateHz: number, channelCount: number, ...sounds: Float32Array[]): number | undefined {
  const meter = createLoudnessMeter(rateHz, channelCount);
  for (const sound of sounds)
    for (let from = 0; from < sound.length; from += 777) {
      const piece = sound.subarray(from, from + 777);
      meter.add(Array.from({ length: channelCount }, () => piece));
    }
  return computeLufs(meter.energies);
}

describe('loudness', () => {
  // The first cases of EBU Tech 3341 (version 4, table 1): stereo sines of 1 kHz.
  test.each([48_000, 44_100, 24_000])('of a stereo sine of 1 kHz at -23 dB is -23 LUFS, at %i Hz', rateHz => {
    expect(measure(rateHz, 2, sine(1000, -23, 20, rateHz))).toBeCloseTo(-23, 1);
  });

  test('of a sine at full scale in one channel is -3.01 LUFS', () => {
    expect(measure(48_000, 1, sine(997, 0, 20, 48_000))).toBeCloseTo(-3.01, 1);
  });

  test('excludes pauses (EBU Tech 3341, case 3: 10 s at -36, 60 s at -23, 10 s at -36 dB are -23 LUFS)', () => {
    const [soft, loud] = [sine(1000, -36, 10, 48_000), sine(1000, -23, 60, 48_000)];
    expect(measure(48_000, 2, soft, loud, soft)).toBeCloseTo(-23, 1);
  });

  test('is weighted by frequency: a low hum counts less, a hiss more', () => {
    const at = (hz: number) => measure(48_000, 1, sine(hz, -20, 5, 48_000)) ?? 0;
    expect(at(40)).toBeLessThan(at(1000) - 3);
    expect(at(5000)).toBeGreaterThan(at(1000) + 2.5);
  });

  test('of silence, and of very short sound, is undefined', () => {
    expect(measure(48_000, 1, new Float32Array(480_000))).toBeUndefined();
    expect(measure(48_000, 1, sine(1000, -10, 0.3, 48_000))).toBeUndefined();
    expect(measure(48_000, 1)).toBeUndefined();
  });
});

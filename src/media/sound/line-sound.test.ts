import { describe, expect, it } from 'vitest';
import { computeLevel } from '../../../tests/support/measure-sound.ts';
import type { PlainSound } from './channels.ts';
import { changeTempo, createTempoChanger } from './line-sound.ts';

const speeds = [0.8, 0.85, 0.9, 0.95, 1.05, 1.1, 1.15, 1.2];

/** A periodic tone with overtones. */
function makeVoice(sampleRateHz: number, seconds: number, pitchHz: number): Float32Array {
  return Float32Array.from({ length: Math.round(sampleRateHz * seconds) }, (_, index) =>
    [1, 2, 3, 5].reduce(
      (sum, overtone) =>
        sum + (0.3 / overtone) * Math.sin((2 * Math.PI * pitchHz * overtone * index) / sampleRateHz),
      0,
    ),
  );
}

/** In pieces of odd lengths, as a decoder returns them. */
function stretch(samples: Float32Array, speed: number, sampleRateHz: number): Float32Array {
  const changer = createTempoChanger(speed, sampleRateHz);
  const given: number[] = [];
  for (let at = 0; at < samples.length; at += 1777)
    given.push(...changer.add(samples.subarray(at, at + 1777)));
  given.push(...changer.finish());
  return Float32Array.from(given);
}

/** Periods a second, by the upward crossings of a pure tone. */
function countPeriods(samples: Float32Array, sampleRateHz: number): number {
  const crossings = [...samples.keys()].filter(at => (samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0);
  const [first = 0, last = 0] = [crossings[0], crossings.at(-1)];
  return ((crossings.length - 1) * sampleRateHz) / (last - first);
}

function findSteepestStep(samples: Float32Array): number {
  return samples.reduce(
    (steepest, sample, at) => Math.max(steepest, at === 0 ? 0 : Math.abs(sample - (samples[at - 1] ?? 0))),
    0,
  );
}

describe.each(speeds)('speech at %d times its tempo', speed => {
  it.each([90, 140, 220, 330])('keeps a pitch of %d Hz within 1 %, without a click', pitchHz => {
    const tone = Float32Array.from(
      { length: 48_000 },
      (_, at) => 0.5 * Math.sin((2 * Math.PI * pitchHz * at) / 24_000),
    );
    const changed = stretch(tone, speed, 24_000);
    const pitch = countPeriods(changed, 24_000);
    expect(Math.abs(pitch / pitchHz - 1)).toBeLessThan(0.01);
    expect(findSteepestStep(changed)).toBeLessThan(1.2 * findSteepestStep(tone));
  });

  it.each([16_000, 22_050, 24_000, 44_100])('has the right duration within 10 ms, at %d Hz', rate => {
    for (const seconds of [0.02, 1, 3.37]) {
      const changed = stretch(makeVoice(rate, seconds, 120), speed, rate);
      expect(Math.abs(changed.length / rate - seconds / speed)).toBeLessThan(0.01);
    }
  });

  it('keeps its loudness, overtones included', () => {
    const voice = makeVoice(24_000, 2, 130);
    const changed = stretch(voice, speed, 24_000);
    expect(computeLevel(changed) / computeLevel(voice)).toBeGreaterThan(0.93);
    expect(computeLevel(changed) / computeLevel(voice)).toBeLessThan(1.03);
    expect(findSteepestStep(changed)).toBeLessThan(1.2 * findSteepestStep(voice));
  });
});

it('nothing changes at tempo 1', () => {
  const voice = makeVoice(24_000, 1, 130);
  const same = stretch(voice, 1, 24_000);
  expect(same).toHaveLength(voice.length);
  for (const [at, sample] of same.entries()) expect(sample).toBeCloseTo(voice[at] ?? 0, 5);
});

it('silence stays silence, and empty sound stays empty', () => {
  expect(Math.max(...stretch(new Float32Array(24_000), 1.2, 24_000))).toBe(0);
  expect(stretch(new Float32Array(), 1.2, 24_000)).toHaveLength(0);
});

it('a change of sample rate is handled', async () => {
  async function* sounds(): AsyncGenerator<PlainSound> {
    yield { sampleRateHz: 22_050, samples: makeVoice(22_050, 1, 130) };
    yield { sampleRateHz: 24_000, samples: makeVoice(24_000, 2, 130) };
  }
  const seconds = new Map<number, number>();
  for await (const { sampleRateHz, samples } of changeTempo(sounds(), 1.2))
    seconds.set(sampleRateHz, (seconds.get(sampleRateHz) ?? 0) + samples.length / sampleRateHz);
  expect(seconds.get(22_050)).toBeCloseTo(1 / 1.2, 2);
  expect(seconds.get(24_000)).toBeCloseTo(2 / 1.2, 2);
});

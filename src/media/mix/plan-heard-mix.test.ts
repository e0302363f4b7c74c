import { expect, test } from 'vitest';
import { measureVoice, type VoiceMeasure } from './measure-loudness.ts';
import { type MixSettings, usualMix } from './mix-settings.ts';
import { planHeardMix } from './plan-heard-mix.ts';

const rate = 24_000;

/** A tone that is heard from second 4 to second 8 of 12. */
async function measureTone(size: number) {
  async function* speak() {
    const samples = Float32Array.from({ length: 12 * rate }, (_, at) =>
      at >= 4 * rate && at < 8 * rate ? size * Math.sin((2 * Math.PI * 440 * at) / rate) : 0,
    );
    yield { samples, sampleRateHz: rate };
  }
  return measureVoice(speak());
}

const planMixed = (measure: VoiceMeasure, mix: MixSettings) => planHeardMix(measure, { sound: 'mixed', mix });

const toDb = (factor: number) => 20 * Math.log10(factor);

test('the original is heard as much softer under the voice as it was set, wherever one goes', async () => {
  const { readOriginal } = planMixed(await measureTone(0.5), { ...usualMix, duckDb: 18 });
  const alone = toDb(readOriginal(1));
  expect(toDb(readOriginal(6)) - alone).toBeCloseTo(-18);
  expect(toDb(readOriginal(11)) - alone).toBeCloseTo(0);
  expect(toDb(readOriginal(5)) - alone).toBeCloseTo(-18);
  expect(toDb(readOriginal(2)) - alone).toBeCloseTo(0);
});

test('a voice that must become louder than a player can make it is heard over a softer original', async () => {
  const measure = await measureTone(0.02);
  const usual = planMixed(measure, usualMix);
  const louder = planMixed(measure, { ...usualMix, voiceDb: 3 });
  expect(usual.voice).toBe(1);
  expect(louder.voice).toBe(1);
  expect(toDb(louder.readOriginal(1) / usual.readOriginal(1))).toBeCloseTo(-3, 1);
});

test('no volume is ever beyond what a player takes', async () => {
  const measure = await measureTone(0.5);
  for (const originalDb of [-24, 0, 6])
    for (const voiceDb of [-12, 6]) {
      const { voice, readOriginal } = planMixed(measure, { ...usualMix, originalDb, voiceDb });
      const volumes = [voice, ...Array.from({ length: 121 }, (_, at) => readOriginal(at / 10))];
      expect(Math.max(...volumes)).toBeLessThanOrEqual(1);
      expect(Math.min(...volumes)).toBeGreaterThan(0);
    }
});

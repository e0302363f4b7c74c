import { expect, test } from 'vitest';
import { computeLevel, computePeak } from '../../../tests/support/measure-sound.ts';
import { getSeconds } from '../sound/line-sound.ts';
import { measureLufs, prepareRecording, usualVoiceLufs } from './prepare-recording.ts';

const rateHz = 48_000;

/** Words from 1 to 2 s and from 2.8 to 3.8 s of 5 s, in a room with noise. */
function record(wordLevel: number, noiseLevel: number) {
  let seed = 1;
  const noise = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (2 * seed) / 2_147_483_647 - 1;
  };
  const isSaid = (seconds: number) => (seconds > 1 && seconds < 2) || (seconds > 2.8 && seconds < 3.8);
  const samples = Float32Array.from({ length: 5 * rateHz }, (_, at) => {
    const word = isSaid(at / rateHz) ? wordLevel * Math.sin((2 * Math.PI * 220 * at) / rateHz) : 0;
    return word + noiseLevel * noise();
  });
  return { sampleRateHz: rateHz, samples };
}

test.each([
  { wordLevel: 0.01, noiseLevel: 0.0003 },
  { wordLevel: 0.5, noiseLevel: 0.005 },
])('a recording is as loud as a voice, without silence at its ends: %o', ({ wordLevel, noiseLevel }) => {
  const made = prepareRecording(record(wordLevel, noiseLevel));
  if (!made) throw new Error('Nothing was heard.');
  expect(measureLufs(made)).toBeCloseTo(usualVoiceLufs, 0);
  expect(getSeconds(made)).toBeGreaterThan(2.7);
  expect(getSeconds(made)).toBeLessThan(3.4);
});

test('it is matched to the other lines, and never overdriven', () => {
  const soft = prepareRecording(record(0.1, 0.001), -27);
  expect(soft && measureLufs(soft)).toBeCloseTo(-27, 0);
  const loud = prepareRecording(record(0.1, 0.001), -5);
  expect(loud && computePeak(loud.samples)).toBeLessThan(0.9);
});

test('the room is softer between the words, and the words stay whole', () => {
  const made = prepareRecording(record(0.1, 0.005));
  if (!made) throw new Error('Nothing was heard.');
  const level = (from: number, to: number) => computeLevel(made.samples.subarray(from * rateHz, to * rateHz));
  const before = 0.1 / Math.SQRT2 / (0.005 / Math.sqrt(3));
  const after = level(0.3, 0.9) / level(1.4, 1.7);
  expect(20 * Math.log10(after / before)).toBeGreaterThan(15);
});

test('silence is no recording', () => {
  expect(prepareRecording({ sampleRateHz: rateHz, samples: new Float32Array(rateHz) })).toBeUndefined();
});

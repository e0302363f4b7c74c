import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  createSpeechNetwork,
  readSpeechWeights,
  speechRateHz,
  speechWindowSamples,
} from './speech-network.ts';

const file = readFileSync(fileURLToPath(import.meta.resolve('@ricky0123/vad-web/dist/silero_vad_v6.onnx')));

/** Pulses through three gliding resonances: synthetic syllables, with a pause after each 1.4 s. */
function babble(seconds: number): Float32Array {
  const resonances = [
    { hz: (t: number) => 500 + 250 * Math.sin(2 * Math.PI * 1.3 * t), width: 80, level: 1 },
    { hz: (t: number) => 1500 + 600 * Math.sin(2 * Math.PI * 0.9 * t + 1), width: 110, level: 0.5 },
    { hz: () => 2600, width: 160, level: 0.25 },
  ].map(resonance => ({ ...resonance, last: 0, before: 0 }));
  let phase = 0;
  return Float32Array.from({ length: seconds * speechRateHz }, (_, at) => {
    const t = at / speechRateHz;
    phase += (120 + 25 * Math.sin(2 * Math.PI * 0.7 * t)) / speechRateHz;
    const pulse = phase >= 1 ? Math.max(0, Math.sin(2 * Math.PI * 3.5 * t)) : 0;
    phase %= 1;
    let sum = 0;
    for (const resonance of resonances) {
      const damping = Math.exp((-Math.PI * resonance.width) / speechRateHz);
      const turn = 2 * damping * Math.cos((2 * Math.PI * resonance.hz(t)) / speechRateHz);
      const now = pulse + turn * resonance.last - damping * damping * resonance.before;
      resonance.before = resonance.last;
      resonance.last = now;
      sum += resonance.level * now;
    }
    return t % 2 < 1.4 ? 0.08 * sum : 0;
  });
}

/** Output of onnxruntime-web 1.30.0 for the same sound and model, one number per 32 ms. */
const reference =
  `0.5216 0.9224 0.8562 0.9698 0.9702 0.6181 0.2460 0.0762 0.0341 0.8231 0.8254 0.7789 0.9631 0.9812 0.9182
  0.7711 0.2779 0.4493 0.9101 0.9723 0.9772 0.9853 0.8699 0.5344 0.1918 0.0547 0.0252 0.7984 0.9217 0.9603
  0.9603 0.8313 0.6926 0.3542 0.1161 0.0470 0.6928 0.5852 0.7284 0.9025 0.7733 0.6238 0.3764 0.1265 0.0484
  0.0259 0.0196 0.0171 0.0141 0.0148 0.0177 0.0210 0.0239 0.0265 0.0291 0.0315 0.0334 0.0345 0.0350 0.0348
  0.0342 0.0333 0.2422 0.6365 0.8568 0.9042 0.9236 0.9162 0.7389 0.3128 0.0831 0.5058 0.7011 0.8120 0.8168
  0.7766 0.4741 0.2650 0.1100 0.0601 0.4234 0.7241 0.7877 0.7732 0.7972 0.6974 0.5018 0.2272 0.0996 0.5417
  0.6929 0.6941 0.7536 0.6477 0.5459 0.3405 0.1425 0.0547 0.3583 0.5754 0.7219 0.7092 0.6590 0.5599 0.3165
  0.1519 0.0715 0.0385 0.0255 0.0183 0.0134 0.0121 0.0126 0.0136 0.0147 0.0155 0.0161 0.0164 0.0166 0.0166
  0.0166 0.0164 0.0162 0.0159 0.0156`
    .split(/\s+/)
    .map(Number);

test('the network matches onnxruntime to four digits', () => {
  const network = createSpeechNetwork(readSpeechWeights(file));
  const sound = babble(4);
  const judge = () =>
    reference.map((_, at) =>
      network.judge(sound.subarray(at * speechWindowSamples, (at + 1) * speechWindowSamples)),
    );
  const likelihoods = judge();
  for (const [at, expected] of reference.entries()) expect(likelihoods[at]).toBeCloseTo(expected, 3);
  // `forget` resets all state.
  network.forget();
  expect(judge()).toEqual(likelihoods);
});

test('another file is rejected', () => {
  expect(() => readSpeechWeights(new Uint8Array())).toThrow('The voice detector has no weights');
  expect(() => readSpeechWeights(new TextEncoder().encode('<!doctype html>'))).toThrow();
  expect(() => readSpeechWeights(file.subarray(0, 1_000_000))).toThrow();
});

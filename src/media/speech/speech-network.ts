import { applyDense, convolveEveryOther, convolveFour, rectify } from './speech-layers.ts';
import { createSpectrum, spectrumLines } from './speech-spectrum.ts';
import type { Layer, SpeechWeights } from './speech-weights.ts';

/** What the network takes. */
export const speechRateHz = 16_000;
/** It judges so much sound at a time: 32 ms. */
export const speechWindowSamples = 512;

/** Of the sound before, and of what follows, mirrored. */
const contextSamples = 64;
const spectraOfWindow = 4;
const spectrumStepSamples = 128;
const memorySize = 128;

export interface SpeechNetwork {
  /**
   * Judges the next window by itself and by all before it.
   * @param window {@link speechWindowSamples} at {@link speechRateHz}
   * @returns how likely somebody speaks in it, 0 to 1
   */
  judge(window: Float32Array): number;
  /** Forgets what it has heard. */
  forget(): void;
}

/**
 * Silero VAD (https://github.com/snakers4/silero-vad) in plain code: four spectra, four convolutions, a memory (LSTM) and one
 * output. Gives what onnxruntime gives with the same file, to 5 digits.
 */
export function createSpeechNetwork(weights: SpeechWeights): SpeechNetwork {
  const [first, second, third, fourth] = weights.convolutions;
  const narrow = pickTaps(third, [1, 2]);
  const wide = pickTaps(fourth, [1]);
  const measureSpectrum = createSpectrum();
  const sound = new Float64Array(contextSamples + speechWindowSamples + contextSamples);
  const spectra = new Float64Array(spectrumLines * spectraOfWindow);
  const four = new Float64Array(first.bias.length * 4);
  const two = new Float64Array(second.bias.length * 2);
  const one = new Float64Array(third.bias.length);
  const features = new Float64Array(memorySize);
  const memory = createMemory(weights);

  return {
    judge(window) {
      takeWindow(sound, window);
      for (let index = 0; index < spectraOfWindow; index++)
        measureSpectrum(sound, index * spectrumStepSamples, {
          values: spectra,
          to: index,
          stride: spectraOfWindow,
        });
      convolveFour(first, spectra, four);
      rectify(four);
      convolveEveryOther(second, four, two);
      rectify(two);
      applyDense(narrow, two, one);
      rectify(one);
      applyDense(wide, one, features);
      rectify(features);
      return memory.receive(features);
    },
    forget() {
      sound.fill(0);
      memory.forget();
    },
  };
}

/** The end of the window before, the window, and its own end mirrored. */
function takeWindow(sound: Float64Array, window: Float32Array): void {
  sound.copyWithin(0, speechWindowSamples, speechWindowSamples + contextSamples);
  sound.set(window, contextSamples);
  const end = contextSamples + speechWindowSamples;
  for (let at = 0; at < contextSamples; at++) sound[end + at] = sound[end - 2 - at] as number;
}

/** Of three steps beside each other, those that are there: a convolution without them is a plain sum. */
function pickTaps({ weights, bias }: Layer, taps: readonly number[]): Layer {
  const picked = Array.from({ length: weights.length / 3 }, (_, at) =>
    taps.map(tap => weights[3 * at + tap] as number),
  );
  return { weights: Float64Array.from(picked.flat()), bias };
}

/** The part of the network that remembers (Hochreiter and Schmidhuber, "Long Short-Term Memory"), and its output. */
function createMemory({ memory, output }: SpeechWeights) {
  const layer = joinGates(memory);
  const inputs = new Float64Array(2 * memorySize);
  const gates = new Float64Array(4 * memorySize);
  const cells = new Float64Array(memorySize);
  return {
    receive(features: Float64Array): number {
      inputs.set(features);
      applyDense(layer, inputs, gates);
      let sum = output.bias[0] as number;
      for (let at = 0; at < memorySize; at++) {
        const taken = toShare(gates[at] as number) * toSigned(gates[2 * memorySize + at] as number);
        const cell = toShare(gates[memorySize + at] as number) * (cells[at] as number) + taken;
        const answer = toShare(gates[3 * memorySize + at] as number) * toSigned(cell);
        cells[at] = cell;
        inputs[memorySize + at] = answer;
        if (answer > 0) sum += answer * (output.weights[at] as number);
      }
      return toShare(sum);
    },
    forget() {
      inputs.fill(0);
      cells.fill(0);
    },
  };
}

/** One layer over what comes in and what was answered before. */
function joinGates({ input, before, inputBias, beforeBias }: SpeechWeights['memory']): Layer {
  const weights = new Float64Array(input.length + before.length);
  for (let row = 0; row < inputBias.length; row++) {
    const from = row * memorySize;
    weights.set(input.subarray(from, from + memorySize), 2 * from);
    weights.set(before.subarray(from, from + memorySize), 2 * from + memorySize);
  }
  return { weights, bias: inputBias.map((bias, row) => bias + (beforeBias[row] as number)) };
}

/** Any number as one between 0 and 1. */
function toShare(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Any number as one between -1 and 1: the hyperbolic tangent, in half the time of `Math.tanh`. */
function toSigned(value: number): number {
  return 2 * toShare(2 * value) - 1;
}

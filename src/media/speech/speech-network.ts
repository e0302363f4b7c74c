import { applyDense, convolveEveryOther, convolveFour, relu } from './speech-layers.ts';
import { createSpectrum, spectrumLines } from './speech-spectrum.ts';
import type { Layer, SpeechWeights } from './speech-weights.ts';

export const speechRateHz = 16_000;
/** Samples per step: 32 ms. */
export const speechWindowSamples = 512;

/** Of the previous sound, and of the mirrored end. */
const contextSamples = 64;
const spectraOfWindow = 4;
const spectrumStepSamples = 128;
const memorySize = 128;

export interface SpeechNetwork {
  /**
   * Rates the next window, also by all previous ones.
   * @param window {@link speechWindowSamples} at {@link speechRateHz}
   * @returns likelihood of speech, 0 to 1
   */
  judge(window: Float32Array): number;
  forget(): void;
}

/**
 * Silero VAD (https://github.com/snakers4/silero-vad) in plain code: four spectra, four convolutions, an LSTM and one output.
 * Matches onnxruntime with the same model to 5 digits.
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
      relu(four);
      convolveEveryOther(second, four, two);
      relu(two);
      applyDense(narrow, two, one);
      relu(one);
      applyDense(wide, one, features);
      relu(features);
      return memory.receive(features);
    },
    forget() {
      sound.fill(0);
      memory.forget();
    },
  };
}

/** The end of the previous window, the window, and its own end mirrored. */
function takeWindow(sound: Float64Array, window: Float32Array): void {
  sound.copyWithin(0, speechWindowSamples, speechWindowSamples + contextSamples);
  sound.set(window, contextSamples);
  const end = contextSamples + speechWindowSamples;
  for (let at = 0; at < contextSamples; at++) sound[end + at] = sound[end - 2 - at] as number;
}

/** Keeps only the taps inside the input: a convolution without the others is a plain sum. */
function pickTaps({ weights, bias }: Layer, taps: readonly number[]): Layer {
  const picked = Array.from({ length: weights.length / 3 }, (_, at) =>
    taps.map(tap => weights[3 * at + tap] as number),
  );
  return { weights: Float64Array.from(picked.flat()), bias };
}

/** The LSTM (Hochreiter and Schmidhuber, "Long Short-Term Memory"), and the output. */
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
        const taken = sigmoid(gates[at] as number) * tanh(gates[2 * memorySize + at] as number);
        const cell = sigmoid(gates[memorySize + at] as number) * (cells[at] as number) + taken;
        const answer = sigmoid(gates[3 * memorySize + at] as number) * tanh(cell);
        cells[at] = cell;
        inputs[memorySize + at] = answer;
        if (answer > 0) sum += answer * (output.weights[at] as number);
      }
      return sigmoid(sum);
    },
    forget() {
      inputs.fill(0);
      cells.fill(0);
    },
  };
}

/** One layer over input and previous output. */
function joinGates({ input, before, inputBias, beforeBias }: SpeechWeights['memory']): Layer {
  const weights = new Float64Array(input.length + before.length);
  for (let row = 0; row < inputBias.length; row++) {
    const from = row * memorySize;
    weights.set(input.subarray(from, from + memorySize), 2 * from);
    weights.set(before.subarray(from, from + memorySize), 2 * from + memorySize);
  }
  return { weights, bias: inputBias.map((bias, row) => bias + (beforeBias[row] as number)) };
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Twice as fast as `Math.tanh`. */
function tanh(value: number): number {
  return 2 * sigmoid(2 * value) - 1;
}

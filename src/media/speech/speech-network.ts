import { createFourier, createWindow } from '../sound/fourier.ts';

export const speechRateHz = 16_000;
/** Samples per step: 32 ms. */
export const speechWindowSamples = 512;

/** Of the previous sound, and of the mirrored end. */
const contextSamples = 64;
const spectraOfWindow = 4;
const spectrumStepSamples = 128;
const memorySize = 128;

export interface SpeechNetwork {
  /** @returns the likelihood of speech in the window, 0 to 1, also by all previous ones */
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
        measureSpectrum(sound, index * spectrumStepSamples, spectra, index);
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

// Plain loops over doubles that load a number once for several sums: three times as fast.

/** Weighted sums of the inputs for each output; a multiple of four outputs. */
function applyDense(layer: Layer, inputs: Float64Array, outputs: Float64Array): void {
  const { weights, bias } = layer;
  const columns = inputs.length;
  for (let row = 0; row < bias.length; row += 4) {
    let first = bias[row] as number;
    let second = bias[row + 1] as number;
    let third = bias[row + 2] as number;
    let fourth = bias[row + 3] as number;
    let at = row * columns;
    for (let column = 0; column < columns; column++, at++) {
      const input = inputs[column] as number;
      first += input * (weights[at] as number);
      second += input * (weights[at + columns] as number);
      third += input * (weights[at + 2 * columns] as number);
      fourth += input * (weights[at + 3 * columns] as number);
    }
    outputs[row] = first;
    outputs[row + 1] = second;
    outputs[row + 2] = third;
    outputs[row + 3] = fourth;
  }
}

function relu(values: Float64Array): void {
  for (let at = 0; at < values.length; at++) if ((values[at] as number) < 0) values[at] = 0;
}

/** A convolution over four steps with zero padding. @param inputs four steps of each channel in a row; so are the outputs */
function convolveFour({ weights, bias }: Layer, inputs: Float64Array, outputs: Float64Array): void {
  let at = 0;
  for (let row = 0; row < bias.length; row++) {
    let first = bias[row] as number;
    let second = first;
    let third = first;
    let fourth = first;
    for (let from = 0; from < inputs.length; from += 4, at += 3) {
      const a = inputs[from] as number;
      const b = inputs[from + 1] as number;
      const c = inputs[from + 2] as number;
      const d = inputs[from + 3] as number;
      const before = weights[at] as number;
      const now = weights[at + 1] as number;
      const after = weights[at + 2] as number;
      first += a * now + b * after;
      second += a * before + b * now + c * after;
      third += b * before + c * now + d * after;
      fourth += c * before + d * now;
    }
    outputs[4 * row] = first;
    outputs[4 * row + 1] = second;
    outputs[4 * row + 2] = third;
    outputs[4 * row + 3] = fourth;
  }
}

/** The same with stride 2: two steps come out. */
function convolveEveryOther({ weights, bias }: Layer, inputs: Float64Array, outputs: Float64Array): void {
  let at = 0;
  for (let row = 0; row < bias.length; row++) {
    let first = bias[row] as number;
    let second = first;
    for (let from = 0; from < inputs.length; from += 4, at += 3) {
      const b = inputs[from + 1] as number;
      const before = weights[at] as number;
      const now = weights[at + 1] as number;
      const after = weights[at + 2] as number;
      first += (inputs[from] as number) * now + b * after;
      second += b * before + (inputs[from + 2] as number) * now + (inputs[from + 3] as number) * after;
    }
    outputs[2 * row] = first;
    outputs[2 * row + 1] = second;
  }
}

const spectrumSamples = 256;
/** From 0 to half the sample rate. */
const spectrumLines = spectrumSamples / 2 + 1;

/** Two samples are processed as one complex number, which takes half the time. */
const half = spectrumSamples / 2;
const { cosines, sines, places, transform } = createFourier(half);
const window = createWindow(spectrumSamples);

/** Magnitude spectra. @returns a function that writes {@link spectrumLines} magnitudes at `to` and each fourth place after it */
function createSpectrum() {
  const real = new Float64Array(half);
  const imaginary = new Float64Array(half);
  return (samples: Float64Array, from: number, values: Float64Array, to: number) => {
    for (let at = 0; at < half; at++) {
      const place = places[at] as number;
      real[place] = (samples[from + 2 * at] as number) * (window[2 * at] as number);
      imaginary[place] = (samples[from + 2 * at + 1] as number) * (window[2 * at + 1] as number);
    }
    transform(real, imaginary);
    for (let line = 0; line <= half; line++)
      values[to + line * spectraOfWindow] = measureLine(real, imaginary, line);
  };
}

/** Separates even and odd samples, which were transformed as one complex signal. */
function measureLine(real: Float64Array, imaginary: Float64Array, line: number): number {
  const at = line % half;
  const mirrored = (half - line) % half;
  const evenReal = ((real[at] as number) + (real[mirrored] as number)) / 2;
  const evenImaginary = ((imaginary[at] as number) - (imaginary[mirrored] as number)) / 2;
  const oddReal = ((imaginary[at] as number) + (imaginary[mirrored] as number)) / 2;
  const oddImaginary = ((real[mirrored] as number) - (real[at] as number)) / 2;
  const cosine = cosines[line] as number;
  const sine = sines[line] as number;
  const sumReal = evenReal + cosine * oddReal + sine * oddImaginary;
  const sumImaginary = evenImaginary + cosine * oddImaginary - sine * oddReal;
  return Math.sqrt(sumReal * sumReal + sumImaginary * sumImaginary);
}

/** Weights of the speech detection network; matrices row by row, a row per output. */
interface SpeechWeights {
  readonly convolutions: readonly [Layer, Layer, Layer, Layer];
  readonly memory: {
    /** For the input and for the previous output. */
    readonly input: Float64Array;
    readonly before: Float64Array;
    readonly inputBias: Float64Array;
    readonly beforeBias: Float64Array;
  };
  readonly output: Layer;
}

type Layer = { readonly weights: Float64Array; readonly bias: Float64Array };

// Field numbers of onnx.proto that are read here.
const modelGraph = 7;
const graphNodes = 1;
const nodeAttributes = 5;
const attribute = { name: 1, tensor: 5, graph: 6 } as const;
const tensor = { name: 8, numbers: 9 } as const;
/** The file also has a network for 8 kHz. */
const branchFor16kHz = 'then_branch';

/** Reads the weights from Silero VAD's file (versions 5 and 6). @throws Error for another file */
export function readSpeechWeights(file: Uint8Array): SpeechWeights {
  const numbers = new Map<string, Float64Array>();
  for (const graph of readParts(file, modelGraph))
    for (const branch of listAttributes(graph))
      if (readText(branch, attribute.name) === branchFor16kHz)
        for (const inside of readParts(branch, attribute.graph)) collectNumbers(inside, numbers);

  const take = (name: string, count: number) => {
    const found = numbers.get(name);
    if (found?.length !== count) throw new Error(`The voice detector has no weights of the name ${name}.`);
    return found;
  };
  const takeLayer = (name: string, inputs: number, outputs: number): Layer => ({
    weights: take(`${name}.weight`, inputs * outputs),
    bias: take(`${name}.bias`, outputs),
  });
  return {
    convolutions: [
      takeLayer('encoder.0.reparam_conv', 129 * 3, 128),
      takeLayer('encoder.1.reparam_conv', 128 * 3, 64),
      takeLayer('encoder.2.reparam_conv', 64 * 3, 64),
      takeLayer('encoder.3.reparam_conv', 64 * 3, 128),
    ],
    memory: {
      input: take('decoder.rnn.weight_ih', 512 * 128),
      before: take('decoder.rnn.weight_hh', 512 * 128),
      inputBias: take('decoder.rnn.bias_ih', 512),
      beforeBias: take('decoder.rnn.bias_hh', 512),
    },
    output: takeLayer('decoder.decoder.2', 128, 1),
  };
}

function listAttributes(graph: Uint8Array): Uint8Array[] {
  return readParts(graph, graphNodes).flatMap(node => readParts(node, nodeAttributes));
}

function collectNumbers(graph: Uint8Array, numbers: Map<string, Float64Array>): void {
  for (const part of listAttributes(graph))
    for (const found of readParts(part, attribute.tensor)) {
      const [raw] = readParts(found, tensor.numbers);
      if (!raw) continue;
      // A copy, as not all are aligned for a Float32Array.
      const floats = new Float32Array(new Uint8Array(raw).buffer, 0, Math.floor(raw.length / 4));
      numbers.set(readText(found, tensor.name), Float64Array.from(floats));
    }
}

function readText(message: Uint8Array, field: number): string {
  const [bytes = new Uint8Array()] = readParts(message, field);
  return String.fromCharCode(...bytes);
}

/** The length-delimited parts of a message (Protocol Buffers, "Encoding") with this field number. */
function readParts(message: Uint8Array, field: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  const readNumber = () => {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      number += (byte % 128) * factor;
      if (byte < 128) return number;
    }
  };
  while (at < message.length) {
    const key = readNumber();
    const kind = key % 8;
    if (kind === 0) readNumber();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else if (kind === 2) {
      const length = readNumber();
      if (Math.floor(key / 8) === field) parts.push(message.subarray(at, at + length));
      at += length;
    } else throw new Error('The voice detector is no ONNX file.');
  }
  return parts;
}

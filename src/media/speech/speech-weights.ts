/** Weights of the speech detection network; matrices row by row, a row per output. */
export interface SpeechWeights {
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

export interface Layer {
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

// Field numbers of onnx.proto that are read here.
const modelGraph = 7;
const graphNodes = 1;
const nodeAttributes = 5;
const attribute = { name: 1, tensor: 5, graph: 6 } as const;
const tensor = { name: 8, numbers: 9 } as const;
/** The file also has a network for 8 kHz. */
const branchFor16kHz = 'then_branch';

/**
 * Reads the weights from Silero VAD's file (versions 5 and 6).
 * @throws Error for another file
 */
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
      // Not always aligned for a Float32Array.
      if (raw) numbers.set(readText(found, tensor.name), Float64Array.from(toFloats(raw)));
    }
}

function toFloats(raw: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(raw).buffer, 0, Math.floor(raw.length / 4));
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

import type { Layer } from './speech-weights.ts';

// Plain loops over doubles that load a number once for several sums: three times as fast.

/** Weighted sums of the inputs for each output; a multiple of four outputs. */
export function applyDense(layer: Layer, inputs: Float64Array, outputs: Float64Array): void {
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

export function relu(values: Float64Array): void {
  for (let at = 0; at < values.length; at++) if ((values[at] as number) < 0) values[at] = 0;
}

/**
 * A convolution over four steps with zero padding.
 * @param inputs four steps of each channel in a row
 * @param outputs the same, per output
 */
export function convolveFour({ weights, bias }: Layer, inputs: Float64Array, outputs: Float64Array): void {
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
export function convolveEveryOther(
  { weights, bias }: Layer,
  inputs: Float64Array,
  outputs: Float64Array,
): void {
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

import { writeOnnx } from './tiny-onnx.ts';

const tokens = [' Th', 'ree', ' bott', 'les', '.', ' A', ' hand', '<blk>'];
const blank = tokens.length - 1;
/** A frame of the encoder is 8 steps of 10 ms. */
const subsampling = 8;
/** How many frames the model goes on after a token: 0 to 4. */
const durations = 5;

/** What is said at each frame, and how many frames later the next follows. Then nothing is said. */
const said = [
  [0, 2],
  [blank, 1],
  [1, 3],
  [blank, 1],
  [blank, 1],
  [2, 4],
  [blank, 1],
  [blank, 1],
  [blank, 1],
  [3, 1],
  [4, 2],
  [blank, 1],
  [5, 1],
  [6, 2],
  [blank, 1],
] as const;

const float = (...shape: (number | string)[]) => ({ type: 'float', shape }) as const;
const int32 = (...shape: (number | string)[]) => ({ type: 'int32', shape }) as const;
const int64 = (...shape: (number | string)[]) => ({ type: 'int64', shape }) as const;
const state = float(1, 1, 1);

/**
 * A model such as Parakeet TDT, with its inputs and metadata: of any sound it says "Three bottles. A hand" in the first second.
 * @returns the files of a model, by role
 */
export function makeTinyParakeet(): Readonly<Record<'encoder' | 'decoder' | 'joiner' | 'tokens', Buffer>> {
  const names = tokens.map((token, id) => `${token.replace(' ', '▁')} ${id}\n`).join('');
  return { encoder: makeEncoder(), decoder: makeDecoder(), joiner: makeJoiner(), tokens: Buffer.from(names) };
}

/** Numbers the frames. */
function makeEncoder(): Buffer {
  return writeOnnx({
    inputs: { audio_signal: float(1, 128, 'steps'), length: int64(1) },
    outputs: { outputs: float(1, 1, 'frames'), encoded_lengths: int64(1) },
    constants: {
      factor: { type: 'int64', shape: [1], values: [subsampling] },
      scalar: { type: 'int64', shape: [0], values: [] },
      zero: { type: 'int64', shape: [], values: [0] },
      one: { type: 'int64', shape: [], values: [1] },
      shape: { type: 'int64', shape: [3], values: [1, 1, -1] },
    },
    nodes: [
      { op: 'Div', inputs: ['length', 'factor'], outputs: ['encoded_lengths'] },
      { op: 'Reshape', inputs: ['encoded_lengths', 'scalar'], outputs: ['count'] },
      { op: 'Range', inputs: ['zero', 'count', 'one'], outputs: ['frames'] },
      { op: 'Reshape', inputs: ['frames', 'shape'], outputs: ['numbered'] },
      { op: 'Cast', inputs: ['numbered'], outputs: ['outputs'], attributes: { to: 1 } },
    ],
    metadata: {
      vocab_size: `${blank}`,
      subsampling_factor: `${subsampling}`,
      normalize_type: 'per_feature',
      pred_rnn_layers: '1',
      pred_hidden: '1',
      feat_dim: '128',
      url: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3',
    },
  });
}

function makeDecoder(): Buffer {
  return writeOnnx({
    inputs: { targets: int32(1, 1), target_length: int32(1), 'states.1': state, 'onnx::LSTM_3': state },
    outputs: { outputs: state, prednet_lengths: int32(1), states: state, 'onnx::LSTM_162': state },
    constants: {},
    nodes: [
      { op: 'Identity', inputs: ['states.1'], outputs: ['outputs'] },
      { op: 'Identity', inputs: ['target_length'], outputs: ['prednet_lengths'] },
      { op: 'Identity', inputs: ['states.1'], outputs: ['states'] },
      { op: 'Identity', inputs: ['onnx::LSTM_3'], outputs: ['onnx::LSTM_162'] },
    ],
    metadata: {},
  });
}

function makeJoiner(): Buffer {
  const width = tokens.length + durations;
  const table = said.flatMap(([token, frames]) =>
    Array.from({ length: width }, (_, at) => (at === token || at === tokens.length + frames ? 100 : 0)),
  );
  return writeOnnx({
    inputs: { encoder_outputs: state, decoder_outputs: state },
    outputs: { outputs: float(1, 1, 1, width) },
    constants: {
      table: { type: 'float', shape: [said.length, width], values: table },
      last: { type: 'int64', shape: [1, 1, 1], values: [said.length - 1] },
    },
    nodes: [
      { op: 'Cast', inputs: ['encoder_outputs'], outputs: ['frame'], attributes: { to: 7 } },
      { op: 'Min', inputs: ['frame', 'last'], outputs: ['row'] },
      { op: 'Gather', inputs: ['table', 'row'], outputs: ['outputs'] },
    ],
    metadata: {},
  });
}

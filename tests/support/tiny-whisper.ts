import { type OnnxNode, writeOnnx } from './tiny-onnx.ts';

const melBands = 80;
const textTokens = [' Three', ' bottles', '.', ' A hand', '.'] as const;
const [end, start, english, german, translate, transcribe, noSpeech, noTimes] = [5, 6, 7, 8, 9, 10, 11, 12];
const firstTime = noTimes + 1;
const vocabulary = firstTime + 1501;

/** The token of a time in seconds. */
function at(seconds: number): number {
  return firstTime + seconds / 0.02;
}

/**
 * What the decoder says after each number of tokens: German after one, so that this language is detected. After three, the start of
 * the transcript.
 */
const said = [german, end, at(0), 0, 1, 2, at(1.5), at(2), 3, 4, at(3.5), end];

export interface TinyWhisper {
  /** Side of two matrices that are multiplied for each token: with 1500 it takes some seconds. */
  readonly work?: number;
}

/**
 * A model such as Whisper, with its inputs and metadata: of any sound it says "Three bottles." from 0 to 1.5 s and "A hand." from 2 to
 * 3.5 s, and of silence nothing.
 * @returns the files of a model, by role
 */
export function makeTinyWhisper({
  work = 1,
}: TinyWhisper = {}): Readonly<Record<'encoder' | 'decoder' | 'tokens', Buffer>> {
  const tokens = textTokens.map((text, id) => `${Buffer.from(text).toString('base64')} ${id}\n`).join('');
  return { encoder: makeEncoder(), decoder: makeDecoder(work), tokens: Buffer.from(tokens) };
}

const float = (...shape: (number | string)[]) => ({ type: 'float', shape }) as const;
const state = float(1, 1, 1, 1);

function makeEncoder(): Buffer {
  return writeOnnx({
    inputs: { mel: float(1, melBands, 'frames') },
    outputs: { n_layer_cross_k: state, n_layer_cross_v: state },
    constants: { shape: { type: 'int64', shape: [4], values: [1, 1, 1, 1] } },
    nodes: [
      { op: 'ReduceMax', inputs: ['mel'], outputs: ['loudest'], attributes: { keepdims: 0 } },
      { op: 'Reshape', inputs: ['loudest', 'shape'], outputs: ['n_layer_cross_k'] },
      { op: 'Reshape', inputs: ['loudest', 'shape'], outputs: ['n_layer_cross_v'] },
    ],
    metadata: {
      n_mels: `${melBands}`,
      n_text_layer: '1',
      n_text_ctx: '448',
      n_text_state: '1',
      n_vocab: `${vocabulary}`,
      sot: `${start}`,
      eot: `${end}`,
      blank_id: '0',
      translate: `${translate}`,
      transcribe: `${transcribe}`,
      is_multilingual: '1',
      no_timestamps: `${noTimes}`,
      no_speech: `${noSpeech}`,
      sot_sequence: [start, english, transcribe].join(','),
      all_language_tokens: [english, german].join(','),
      all_language_codes: 'en,de',
    },
  });
}

/** Wasted work, by the input's length, or it would be done once, when the model is loaded. Gives 0. */
const waste: readonly OnnxNode[] = [
  { op: 'Mul', inputs: ['length', 'zero'], outputs: ['none'] },
  { op: 'Add', inputs: ['side', 'none'], outputs: ['sides'] },
  { op: 'ConstantOfShape', inputs: ['sides'], outputs: ['matrix'] },
  { op: 'MatMul', inputs: ['matrix', 'matrix'], outputs: ['product'] },
  { op: 'ReduceMax', inputs: ['product'], outputs: ['wasted'], attributes: { keepdims: 0 } },
];

function makeDecoder(work: number): Buffer {
  const table = said.flatMap(token => toRow(token, 100));
  return writeOnnx({
    inputs: {
      tokens: { type: 'int64', shape: [1, 'count'] },
      in_n_layer_self_k_cache: float(1, 1, 448, 1),
      in_n_layer_self_v_cache: float(1, 1, 448, 1),
      n_layer_cross_k: state,
      n_layer_cross_v: state,
      offset: { type: 'int64', shape: [1] },
    },
    outputs: {
      logits: float(1, 1, vocabulary),
      out_n_layer_self_k_cache: float(1, 1, 448, 1),
      out_n_layer_self_v_cache: float(1, 1, 448, 1),
    },
    constants: {
      table: { type: 'float', shape: [said.length, vocabulary], values: table },
      // A silence is at most as loud as the zeros after it.
      ends: { type: 'float', shape: [1, 1, vocabulary], values: toRow(end, 1000) },
      least: { type: 'float', shape: [], values: [0.5] },
      one: { type: 'int64', shape: [1], values: [1] },
      zero: { type: 'int64', shape: [1], values: [0] },
      last: { type: 'int64', shape: [1], values: [said.length - 1] },
      second: { type: 'int64', shape: [], values: [1] },
      side: { type: 'int64', shape: [2], values: [work, work] },
      shape: { type: 'int64', shape: [3], values: [1, 1, vocabulary] },
      single: { type: 'int64', shape: [3], values: [1, 1, 1] },
    },
    nodes: [
      { op: 'Shape', inputs: ['tokens'], outputs: ['sizes'] },
      { op: 'Gather', inputs: ['sizes', 'second'], outputs: ['count'] },
      { op: 'Reshape', inputs: ['count', 'one'], outputs: ['length'] },
      { op: 'Add', inputs: ['offset', 'length'], outputs: ['after'] },
      { op: 'Sub', inputs: ['after', 'one'], outputs: ['place'] },
      { op: 'Min', inputs: ['place', 'last'], outputs: ['row'] },
      { op: 'Gather', inputs: ['table', 'row'], outputs: ['found'] },
      { op: 'Reshape', inputs: ['found', 'shape'], outputs: ['next'] },
      { op: 'Reshape', inputs: ['n_layer_cross_k', 'single'], outputs: ['loudest'] },
      { op: 'Less', inputs: ['loudest', 'least'], outputs: ['isSilent'] },
      { op: 'Cast', inputs: ['isSilent'], outputs: ['silent'], attributes: { to: 1 } },
      { op: 'Mul', inputs: ['silent', 'ends'], outputs: ['endsThen'] },
      ...waste,
      { op: 'Add', inputs: ['next', 'endsThen'], outputs: ['either'] },
      { op: 'Add', inputs: ['either', 'wasted'], outputs: ['logits'] },
      { op: 'Identity', inputs: ['in_n_layer_self_k_cache'], outputs: ['out_n_layer_self_k_cache'] },
      { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], outputs: ['out_n_layer_self_v_cache'] },
    ],
    metadata: {},
  });
}

function toRow(token: number, weight: number): number[] {
  return Array.from({ length: vocabulary }, (_, each) => (each === token ? weight : 0));
}

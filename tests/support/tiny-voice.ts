import { writeOnnx } from './tiny-onnx.ts';

export const tinyVoiceRateHz = 22_050;
const samplesPerToken = 1000;
const toneHz = 220;
/** Letters that espeak-ng writes sounds with; others are passed over. */
const symbols = '_^$ abcdefghijklmnopqrstuvwxyzæðŋɐɑɒɔəɚɛɜɡɪɹɾʃʊʌʒʔθᵻˈˌː.,!?';

export interface TinyVoice {
  /** espeak-ng's name of the language. */
  readonly espeakLanguage?: string;
  /** Side of two matrices that are multiplied for each sentence: with 5000 it takes some seconds. */
  readonly work?: number;
}

/**
 * A voice such as Piper's, with its inputs and metadata: 45 ms of a tone for each sound, longer when it is asked to speak slower.
 * @returns the files of a model, by role
 */
export function makeTinyVoice({
  espeakLanguage = 'en-us',
  work = 1,
}: TinyVoice = {}): Readonly<Record<'model' | 'tokens', Buffer>> {
  const model = writeOnnx({
    inputs: {
      input: { type: 'int64', shape: [1, 'sounds'] },
      input_lengths: { type: 'int64', shape: [1] },
      scales: { type: 'float', shape: [3] },
    },
    outputs: { output: { type: 'float', shape: [1, 1, 'samples'] } },
    constants: {
      first: { type: 'int64', shape: [], values: [0] },
      second: { type: 'int64', shape: [], values: [1] },
      zero: { type: 'float', shape: [], values: [0] },
      one: { type: 'float', shape: [], values: [1] },
      perToken: { type: 'float', shape: [], values: [samplesPerToken] },
      step: { type: 'float', shape: [], values: [(2 * Math.PI * toneHz) / tinyVoiceRateHz] },
      level: { type: 'float', shape: [], values: [0.3] },
      nothing: { type: 'int64', shape: [1], values: [0] },
      side: { type: 'int64', shape: [2], values: [work, work] },
      axes: { type: 'int64', shape: [2], values: [0, 1] },
    },
    nodes: [
      { op: 'Gather', inputs: ['input_lengths', 'first'], outputs: ['tokens'] },
      { op: 'Cast', inputs: ['tokens'], outputs: ['count'], attributes: { to: 1 } },
      { op: 'Gather', inputs: ['scales', 'second'], outputs: ['slowness'] },
      { op: 'Mul', inputs: ['count', 'perToken'], outputs: ['usual'] },
      { op: 'Mul', inputs: ['usual', 'slowness'], outputs: ['length'] },
      { op: 'Range', inputs: ['zero', 'length', 'one'], outputs: ['times'] },
      { op: 'Mul', inputs: ['times', 'step'], outputs: ['angles'] },
      { op: 'Sin', inputs: ['angles'], outputs: ['wave'] },
      { op: 'Mul', inputs: ['wave', 'level'], outputs: ['quiet'] },
      // By the input's length, or it would be computed once, when the model is loaded.
      { op: 'Mul', inputs: ['input_lengths', 'nothing'], outputs: ['none'] },
      { op: 'Add', inputs: ['side', 'none'], outputs: ['sides'] },
      { op: 'ConstantOfShape', inputs: ['sides'], outputs: ['matrix'] },
      { op: 'MatMul', inputs: ['matrix', 'matrix'], outputs: ['product'] },
      { op: 'ReduceMax', inputs: ['product'], outputs: ['zeroAgain'], attributes: { keepdims: 0 } },
      { op: 'Add', inputs: ['quiet', 'zeroAgain'], outputs: ['tone'] },
      { op: 'Unsqueeze', inputs: ['tone', 'axes'], outputs: ['output'] },
    ],
    metadata: {
      model_type: 'vits',
      comment: 'piper',
      language: 'English',
      voice: espeakLanguage,
      has_espeak: '1',
      n_speakers: '1',
      sample_rate: String(tinyVoiceRateHz),
    },
  });
  const tokens = [...new Set(symbols)].map((symbol, id) => `${symbol} ${id}\n`).join('');
  return { model, tokens: Buffer.from(tokens) };
}

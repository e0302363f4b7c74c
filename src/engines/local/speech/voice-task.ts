import type { SherpaTask } from '../sherpa/serve-tasks.ts';

/** One sentence for a voice, with sherpa-onnx's `OfflineTtsConfig`. */
export interface VoiceTask extends SherpaTask {
  readonly text: string;
  /** The speaker's number in the model. */
  readonly speaker: number;
  /** Above 1 is faster. */
  readonly speed: number;
  /** Options of the kind of model, such as the language. */
  readonly extra: Readonly<Record<string, string | number>>;
}

export interface SpokenSentence {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** One sentence for a voice, as a message to the process that speaks. */
export interface VoiceTask {
  /** The model's files and how they are run: sherpa-onnx's `OfflineTtsConfig`. */
  readonly config: object;
  readonly text: string;
  /** The speaker's number in the model. */
  readonly speaker: number;
  /** Above 1 is faster. */
  readonly speed: number;
  /** Options of the kind of model, such as the language. */
  readonly extra: Readonly<Record<string, string | number>>;
}

/** What the process answers. A model whose files are broken may end it instead. */
export type VoiceEvent =
  /** The runtime runs on this machine. */
  | { readonly kind: 'started' }
  /** The model of the task is in memory. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'spoken'; readonly samples: Float32Array; readonly sampleRateHz: number }
  | { readonly kind: 'failed'; readonly reason: string };

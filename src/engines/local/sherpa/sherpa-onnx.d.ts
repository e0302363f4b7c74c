/** The parts we use of the package, which brings no types for them. */
declare module 'sherpa-onnx-node' {
  export class OfflineTts {
    static createAsync(config: object): Promise<OfflineTts>;
    readonly sampleRate: number;
    generateAsync(request: {
      readonly text: string;
      readonly enableExternalBuffer: boolean;
      readonly generationConfig: object;
    }): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }>;
  }

  interface OfflineStream {
    acceptWaveform(sound: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  }

  /** Times in seconds of the stream. */
  export interface OfflineRecognizerResult {
    /** Code of the language; empty if the model does not tell. */
    readonly lang: string;
    readonly text: string;
    /** Parts of words; a space begins a word. */
    readonly tokens: readonly string[];
    /** Of the tokens; empty if the model does not tell. */
    readonly timestamps: readonly number[];
    readonly durations: readonly number[];
    /** Of Whisper, if it was asked for them. A duration of 0: the end is unknown. */
    readonly segment_timestamps?: readonly number[];
    readonly segment_durations?: readonly number[];
    readonly segment_texts?: readonly string[];
  }

  export class OfflineRecognizer {
    static createAsync(config: object): Promise<OfflineRecognizer>;
    /** Of Whisper the language, and what the result has. */
    setConfig(config: object): void;
    createStream(): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<OfflineRecognizerResult>;
  }
}

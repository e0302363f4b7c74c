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
}

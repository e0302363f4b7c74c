/** The parts we use of the package, whose own types its `exports` do not offer. */
declare module 'tesseract-wasm' {
  interface TextItem {
    readonly rect: {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    };
    /** 0 to 1. */
    readonly confidence: number;
    readonly text: string;
  }

  interface OCREngine {
    /** @throws Error */
    loadModel(model: Uint8Array): void;
    /** A variable of Tesseract's; after the model is loaded, which puts them back. @throws Error */
    setVariable(name: string, value: string): void;
    /** Four bytes a pixel; all of the array's buffer is taken. @throws Error */
    loadImage(image: { readonly data: Uint8Array; readonly width: number; readonly height: number }): void;
    /** Reads what was loaded, which takes about a millisecond a letter. @throws Error */
    getTextBoxes(unit: 'line' | 'word'): TextItem[];
    clearImage(): void;
    destroy(): void;
  }

  /** Whether WebAssembly is as fast here as `tesseract-core.wasm` asks for; else it is `tesseract-core-fallback.wasm`. */
  export function supportsFastBuild(): boolean;
  export function createOCREngine(options: { wasmBinary: Uint8Array }): Promise<OCREngine>;
}

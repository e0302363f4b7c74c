import { createOCREngine } from 'tesseract-wasm';
import type { GreyPicture } from './grey-picture.ts';

export interface Reading {
  readonly words: readonly ReadWord[];
  /** The reader's own, 0 to 1: the mean over the words. */
  readonly confidence: number;
}

export interface ReadWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface Tesseract {
  /** Reads a picture of one line, dark on light; fills the thread for about 30 ms. */
  readLine(picture: GreyPicture): Reading;
}

/**
 * Starts Tesseract 5's recognition of lines, compiled to WebAssembly, with the model of one language.
 * Takes about 60 ms and 80 MB.
 * @throws Error when the model is none
 */
export async function loadTesseract(wasm: Uint8Array, model: Uint8Array): Promise<Tesseract> {
  const engine = await createOCREngine({ wasmBinary: wasm });
  engine.loadModel(model);
  // One line a picture, of a known resolution, never light on dark: nothing of it has to be found out.
  engine.setVariable('tessedit_pageseg_mode', '7');
  engine.setVariable('user_defined_dpi', '300');
  engine.setVariable('tessedit_do_invert', '0');
  return {
    readLine(picture) {
      engine.loadImage({ data: toRgba(picture), width: picture.width, height: picture.height });
      try {
        const words = engine
          .getTextBoxes('word')
          .map(({ text, confidence }) => ({ text: text.trim(), confidence }));
        const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
        return { words, confidence };
      } finally {
        engine.clearImage();
      }
    },
  };
}

function toRgba({ values }: GreyPicture): Uint8Array {
  const rgba = new Uint32Array(values.length);
  for (let at = 0; at < values.length; at++) rgba[at] = 0xff000000 | ((values[at] ?? 0) * 0x010101);
  return new Uint8Array(rgba.buffer);
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Reads the file of the voice detector, which is installed with Benshi. */
export function readSpeechModel(): Promise<Uint8Array> {
  return readFile(fileURLToPath(import.meta.resolve('@ricky0123/vad-web/dist/silero_vad_v6.onnx')));
}

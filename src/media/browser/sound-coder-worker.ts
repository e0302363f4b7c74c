import {
  type CoderRequest,
  handleRequest,
  type SoundCoder,
  type SoundCoderConfig,
} from '../sound/sound-coder.ts';
import { createWasmSoundCoder } from './wasm-sound-coder.ts';

// The first message configures the encoder; the others are requests.

let coder: Promise<SoundCoder> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<SoundCoderConfig | CoderRequest>) => {
  if ('codec' in data) coder = createWasmSoundCoder(data);
  else void answer(data);
});

async function answer(question: CoderRequest): Promise<void> {
  try {
    if (!coder) throw new Error('Nothing was said of the sound.');
    const { answer, transferred } = handleRequest(await coder, question);
    self.postMessage(answer, { transfer: transferred });
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
}

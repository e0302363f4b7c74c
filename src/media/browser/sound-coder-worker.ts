import {
  answerQuestion,
  type CoderQuestion,
  type SoundCoder,
  type SoundCoderConfig,
} from '../sound/sound-coder.ts';
import { createWasmSoundCoder } from './wasm-sound-coder.ts';

// The first message configures the encoder; the others are requests.

let coder: Promise<SoundCoder> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<SoundCoderConfig | CoderQuestion>) => {
  if ('codec' in data) coder = createWasmSoundCoder(data);
  else void answer(data);
});

async function answer(question: CoderQuestion): Promise<void> {
  try {
    if (!coder) throw new Error('Nothing was said of the sound.');
    const { answer, transferred } = answerQuestion(await coder, question);
    self.postMessage(answer, { transfer: transferred });
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
}

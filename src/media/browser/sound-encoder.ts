import { type AudioCodec, registerEncoder } from 'mediabunny';
import type { CoderResponse, SoundCoderConfig } from '../sound/sound-coder.ts';
import {
  type CoderListener,
  type CoderThread,
  ThreadedSoundEncoder,
} from '../sound/threaded-sound-encoder.ts';

/** FFmpeg's AAC encoder for one or two channels, in WebAssembly. */
class PageSoundEncoder extends ThreadedSoundEncoder {
  static override supports(codec: AudioCodec, { numberOfChannels }: AudioEncoderConfig): boolean {
    return codec === 'aac' && numberOfChannels <= 2;
  }

  protected override startThread(config: SoundCoderConfig, listener: CoderListener): CoderThread {
    const worker = new Worker(new URL('./sound-coder-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<CoderResponse | { failure: string }>) =>
      'failure' in data ? listener.fail(new Error(data.failure)) : listener.answer(data),
    );
    worker.addEventListener('error', ({ message }) => listener.fail(new Error(message)));
    worker.postMessage(config);
    return {
      ask: (question, transferred) => worker.postMessage(question, [...transferred]),
      close: async () => worker.terminate(),
    };
  }
}

export function registerSoundEncoder(): void {
  registerEncoder(PageSoundEncoder);
}

import { Worker } from 'node:worker_threads';
import type { AudioCodec } from 'mediabunny';
import type { CoderRequest, CoderResponse, SoundCoderConfig } from '../sound/sound-coder.ts';
import {
  type CoderListener,
  type CoderThread,
  ThreadedSoundEncoder,
} from '../sound/threaded-sound-encoder.ts';

const ratesHz: Partial<Record<AudioCodec, readonly number[]>> = {
  aac: [32_000, 44_100, 48_000],
  opus: [48_000],
};

/**
 * FFmpeg's AAC and Opus encoders for one or two channels. Registered before mediabunny's binding (1.59), which allocates for each
 * piece of sound and writes out of bounds if a piece is longer than the first.
 */
export class NodeSoundEncoder extends ThreadedSoundEncoder {
  static override supports(codec: AudioCodec, { numberOfChannels, sampleRate }: AudioEncoderConfig): boolean {
    return numberOfChannels <= 2 && ratesHz[codec]?.includes(sampleRate) === true;
  }

  protected override startThread(config: SoundCoderConfig, listener: CoderListener): CoderThread {
    const worker = new Worker(new URL('./sound-coder-worker.ts', import.meta.url), { workerData: config });
    const ended = Promise.withResolvers<void>();
    worker.on('message', (answer: CoderResponse) => listener.answer(answer));
    worker.on('error', error => listener.fail(error as Error));
    worker.on('exit', () => {
      listener.fail(new Error('The coder ended before its sound did.'));
      ended.resolve();
    });
    return {
      ask: (question, transferred) => worker.postMessage(question, [...transferred]),
      // The worker ends by itself: terminating it during a call crashes FFmpeg's binding and the process.
      async close() {
        worker.postMessage({ ends: true } satisfies CoderRequest);
        await ended.promise;
      },
    };
  }
}

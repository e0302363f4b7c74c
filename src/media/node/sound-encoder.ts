import { Worker } from 'node:worker_threads';
import {
  type AudioCodec,
  type AudioSample,
  CustomAudioEncoder,
  EncodedPacket,
  registerEncoder,
} from 'mediabunny';
import type { SoundCoderConfig } from './sound-coder.ts';
import type { CoderAnswer, CoderQuestion } from './sound-coder-worker.ts';

const ratesHz: Partial<Record<AudioCodec, readonly number[]>> = {
  aac: [32_000, 44_100, 48_000],
  opus: [48_000],
};

/**
 * FFmpeg's coders of AAC and Opus for one or two channels, on a thread of their own: mixing and coding take one core each. They
 * stand before mediabunny's binding (1.59), which takes fresh memory for each piece of sound and writes beyond it where a piece
 * is longer than the first.
 */
class NodeSoundEncoder extends CustomAudioEncoder {
  #worker: Worker | undefined;
  /** Who waits for the worker. */
  #answer: PromiseWithResolvers<CoderAnswer> | undefined;
  #startSeconds: number | undefined;
  #emittedSamples = 0;

  static override supports(codec: AudioCodec, { numberOfChannels, sampleRate }: AudioEncoderConfig): boolean {
    return numberOfChannels <= 2 && ratesHz[codec]?.includes(sampleRate) === true;
  }

  override init(): void {
    const { numberOfChannels: channelCount, sampleRate: sampleRateHz, bitrate } = this.config;
    const config: SoundCoderConfig = {
      codec: this.codec as SoundCoderConfig['codec'],
      sampleRateHz,
      channelCount,
      bitsPerSecond: bitrate ?? 96_000 * channelCount,
    };
    const worker = new Worker(new URL('./sound-coder-worker.ts', import.meta.url), { workerData: config });
    worker.on('message', (answer: CoderAnswer) => this.#answer?.resolve(answer));
    worker.on('error', error => this.#answer?.reject(error));
    worker.on('exit', () => this.#answer?.reject(new Error('The coder ended before its sound did.')));
    this.#worker = worker;
  }

  override async encode(sample: AudioSample): Promise<void> {
    this.#startSeconds ??= sample.timestamp;
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const samples = new Float32Array(sample.numberOfFrames);
      sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
      return samples;
    });
    this.#emit(
      await this.#ask(
        { channels },
        channels.map(({ buffer }) => buffer),
      ),
    );
  }

  override async flush(): Promise<void> {
    if (this.#worker) this.#emit(await this.#ask({ ends: true }));
    this.#worker = undefined;
  }

  override async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** One at a time: mediabunny waits for an answer before it asks again. */
  #ask(question: CoderQuestion, transferred: readonly ArrayBuffer[] = []): Promise<CoderAnswer> {
    const answer = Promise.withResolvers<CoderAnswer>();
    this.#answer = answer;
    this.#worker?.postMessage(question, [...transferred]);
    return answer.promise;
  }

  #emit({ pieces, description }: CoderAnswer): void {
    const { codec, sampleRate, numberOfChannels } = this.config;
    for (const { data, samples } of pieces) {
      const isFirst = this.#emittedSamples === 0;
      const timestamp = (this.#startSeconds ?? 0) + this.#emittedSamples / sampleRate;
      this.#emittedSamples += samples;
      const meta = { decoderConfig: { codec, sampleRate, numberOfChannels, description } };
      this.onPacket(
        new EncodedPacket(data, 'key', timestamp, samples / sampleRate),
        isFirst ? meta : undefined,
      );
    }
  }
}

/** Puts these coders before all others. */
export function registerSoundEncoder(): void {
  registerEncoder(NodeSoundEncoder);
}

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

/** So many pieces of half a second may wait for the coder: mixing and coding go on side by side. */
const mostWaiting = 3;

/**
 * FFmpeg's coders of AAC and Opus for one or two channels, on a thread of their own: mixing and coding take one core each. They
 * stand before mediabunny's binding (1.59), which takes fresh memory for each piece of sound and writes beyond it where a piece
 * is longer than the first.
 */
class NodeSoundEncoder extends CustomAudioEncoder {
  #worker: Worker | undefined;
  /** Who waits for the worker, in the order in which it answers. */
  readonly #questions: PromiseWithResolvers<CoderAnswer>[] = [];
  /** What is not coded yet; none of it fails. */
  readonly #unfinished: Promise<void>[] = [];
  #failure: Error | undefined;
  readonly #ended = Promise.withResolvers<void>();
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
    worker.on('message', (answer: CoderAnswer) => this.#questions.shift()?.resolve(answer));
    worker.on('error', error => this.#fail(error as Error));
    worker.on('exit', () => {
      this.#fail(new Error('The coder ended before its sound did.'));
      this.#ended.resolve();
    });
    this.#worker = worker;
  }

  override async encode(sample: AudioSample): Promise<void> {
    this.#startSeconds ??= sample.timestamp;
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const samples = new Float32Array(sample.numberOfFrames);
      sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
      return samples;
    });
    this.#code(
      { channels },
      channels.map(({ buffer }) => buffer),
    );
    if (this.#unfinished.length > mostWaiting) await this.#unfinished.shift();
  }

  override async flush(): Promise<void> {
    this.#code({ ends: true });
    await Promise.all(this.#unfinished);
  }

  /** Lets the worker end by itself: FFmpeg's binding takes the process with it where it is torn away from its work. */
  override async close(): Promise<void> {
    if (!this.#worker) return;
    this.#worker.postMessage({ ends: true } satisfies CoderQuestion);
    await this.#ended.promise;
  }

  /** Has something coded and gives it out; a failure goes to mediabunny. */
  #code(question: CoderQuestion, transferred: readonly ArrayBuffer[] = []): void {
    const coded = this.#ask(question, transferred).then(answer => this.#emit(answer));
    this.#unfinished.push(coded.catch((error: unknown) => this.onError(error as Error)));
  }

  async #ask(question: CoderQuestion, transferred: readonly ArrayBuffer[]): Promise<CoderAnswer> {
    if (this.#failure) throw this.#failure;
    const answer = Promise.withResolvers<CoderAnswer>();
    this.#questions.push(answer);
    this.#worker?.postMessage(question, [...transferred]);
    return answer.promise;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const question of this.#questions.splice(0)) question.reject(error);
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

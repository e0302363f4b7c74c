import { type AudioSample, CustomAudioEncoder, EncodedPacket } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import type { CoderRequest, CoderResponse, SoundCoderConfig } from './sound-coder.ts';

export interface CoderThread {
  ask(question: CoderRequest, transferred: readonly ArrayBuffer[]): void;
  close(): Promise<void>;
}

/** Receives a worker's responses, in the order of the requests. */
export type CoderListener = { answer(answer: CoderResponse): void; fail(error: Error): void };

/** Maximum queued pieces of half a second: mixing and encoding run in parallel. */
const maxWaiting = 3;

/** A mediabunny encoder that works in another thread: mixing and encoding take one core each. */
export abstract class ThreadedSoundEncoder extends CustomAudioEncoder {
  #thread: CoderThread | undefined;
  readonly #questions: PromiseWithResolvers<CoderResponse>[] = [];
  /** Unfinished work; never rejects. */
  readonly #unfinished: Promise<void>[] = [];
  readonly #spent: Float32Array<ArrayBuffer>[] = [];
  #failure: Error | undefined;
  #startSeconds: number | undefined;
  #emittedSamples = 0;

  protected abstract startThread(config: SoundCoderConfig, listener: CoderListener): CoderThread;

  override init(): void {
    const { numberOfChannels: channelCount, sampleRate: sampleRateHz, bitrate } = this.config;
    const codec = this.codec as SoundCoderConfig['codec'];
    const bitsPerSecond = bitrate ?? 96_000 * channelCount;
    this.#thread = this.startThread(
      { codec, sampleRateHz, channelCount, bitsPerSecond },
      { answer: answer => this.#questions.shift()?.resolve(answer), fail: error => this.#fail(error) },
    );
  }

  override async encode(sample: AudioSample): Promise<void> {
    this.#startSeconds ??= sample.timestamp;
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const samples = this.#takeMemory(sample.numberOfFrames);
      sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
      return samples;
    });
    const buffers = channels.map(({ buffer }) => buffer);
    this.#code({ channels }, buffers);
    if (this.#unfinished.length > maxWaiting) await this.#unfinished.shift();
  }

  override async flush(): Promise<void> {
    this.#code({ ends: true });
    await Promise.all(this.#unfinished);
  }

  override async close(): Promise<void> {
    await this.#thread?.close();
  }

  /** Sends a request and passes on its result; a failure goes to mediabunny. */
  #code(question: CoderRequest, transferred: readonly ArrayBuffer[] = []): void {
    const coded = this.#ask(question, transferred).then(answer => this.#emit(answer));
    this.#unfinished.push(coded.catch((error: unknown) => this.onError(error as Error)));
  }

  async #ask(question: CoderRequest, transferred: readonly ArrayBuffer[]): Promise<CoderResponse> {
    if (this.#failure) throw this.#failure;
    const answer = Promise.withResolvers<CoderResponse>();
    this.#questions.push(answer);
    this.#thread?.ask(question, transferred);
    return answer.promise;
  }

  #takeMemory(length: number): Float32Array<ArrayBuffer> {
    const spent = this.#spent.pop();
    return spent?.length === length ? spent : new Float32Array(length);
  }

  #fail(cause: Error): void {
    this.#failure ??= new CodedError('internal', { message: fill(videoOutputMessages.soundFailed), cause });
    const error = this.#failure;
    for (const question of this.#questions.splice(0)) question.reject(error);
  }

  #emit({ pieces, description, spent }: CoderResponse): void {
    this.#spent.push(...spent);
    const { codec, sampleRate, numberOfChannels } = this.config;
    for (const { data, samples } of pieces) {
      const isFirst = this.#emittedSamples === 0;
      const timestamp = (this.#startSeconds ?? 0) + this.#emittedSamples / sampleRate;
      this.#emittedSamples += samples;
      const packet = new EncodedPacket(data, 'key', timestamp, samples / sampleRate);
      const meta = { decoderConfig: { codec, sampleRate, numberOfChannels, description } };
      this.onPacket(packet, isFirst ? meta : undefined);
    }
  }
}

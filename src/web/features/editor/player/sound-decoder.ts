import { CodedError } from '#shared/errors.ts';
import type { DecodeAnswer, DecodedSound, DecodeQuestion } from './decoded-sound.ts';

type Question = DecodeQuestion extends infer Each ? (Each extends unknown ? Omit<Each, 'id'> : never) : never;

export class SoundDecoder {
  #worker: Worker | undefined;
  #asked = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<DecodedSound>>();

  /** @throws {CodedError} `provider_garbage` when there is no sound in an mp3 */
  decode(question: Question): Promise<DecodedSound> {
    this.#worker ??= this.#start();
    const id = ++this.#asked;
    const answer = Promise.withResolvers<DecodedSound>();
    this.#waiting.set(id, answer);
    this.#worker.postMessage({ ...question, id });
    return answer.promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: answer }: MessageEvent<DecodeAnswer>) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('sound' in answer) waiting?.resolve(answer.sound);
      else waiting?.reject(new CodedError(answer.failure.code, { message: answer.failure.message }));
    });
    // The worker's own code did not arrive, or broke.
    worker.addEventListener('error', event => {
      for (const { reject } of this.#waiting.values()) reject(new CodedError('internal', { cause: event }));
      this.#waiting.clear();
      this.#worker = undefined;
    });
    return worker;
  }
}

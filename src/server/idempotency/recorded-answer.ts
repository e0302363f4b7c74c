import { finished, Readable, Writable } from 'node:stream';
import type { Reply } from '../http/app-types.ts';
import { GrowingBytes } from './growing-bytes.ts';

/** As for a listener of a call without a key: so much is made before somebody takes it. */
const mostAheadBytes = 1024 * 1024;

/** What an answer begins with, and where the rest of it is. */
interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** What was sent in one piece; undefined where it comes as `bytes`. */
  readonly payload: unknown;
  readonly bytes: GrowingBytes | undefined;
}

/**
 * What a handler answers, for several who asked the same. It stands in for the reply, and knows of it what handlers of calls
 * with a key use: `code`, `header`, `type`, `send`, and `raw` to wait for the end of what was sent.
 */
export class RecordedAnswer {
  /** Ends when all that was sent has been taken, and breaks when it broke. */
  readonly raw = new Writable();
  readonly #folder: string;
  readonly #hurry: AbortSignal;
  readonly #headers: Record<string, string | number> = {};
  readonly #head = Promise.withResolvers<AnswerHead>();
  #status = 200;
  #sent: { readonly payload: unknown } | undefined;
  #bytes: GrowingBytes | undefined;
  #taken: Promise<void> | undefined;
  #isWhole = false;

  /** @param hurry fires when what is still made shall end */
  constructor(folder: string, hurry: AbortSignal) {
    this.#folder = folder;
    this.#hurry = hurry;
    // Whoever waits hears of a failure; there may be nobody any more.
    this.#head.promise.catch(() => {});
    finished(this.raw, () => {});
    this.raw.on('error', () => {});
  }

  get headers(): Readonly<Record<string, string | number>> {
    return this.#headers;
  }

  /** Resolves when the answer begins, or is there in one piece. @throws what it failed with before that */
  get head(): Promise<AnswerHead> {
    return this.#head.promise;
  }

  get byteLength(): number {
    return this.#bytes?.byteLength ?? 0;
  }

  /** Whether all of it is there. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  code(status: number): this {
    this.#status = status;
    return this;
  }

  header(name: string, value: string | number): this {
    this.#headers[name] = value;
    return this;
  }

  type(mediaType: string): this {
    return this.header('content-type', mediaType);
  }

  send(payload?: unknown): this {
    if (payload instanceof Readable) this.#taken = this.#take(payload);
    else this.#send(payload);
    return this;
  }

  /** What a handler is given in place of the reply. */
  asReply(): Reply {
    return this as unknown as Reply;
  }

  /** When the handler has ended: waits until all that it sent was taken. @throws what broke it */
  async complete(given: unknown): Promise<void> {
    if (given !== this) this.#send(given);
    await this.#taken;
    this.#isWhole = true;
  }

  /** Tells everybody that this was all, or what it failed with. */
  publish(failure: { readonly error: unknown } | undefined): void {
    if (this.#bytes) this.#bytes.end(failure);
    else if (failure) this.#head.reject(failure.error);
    else this.#begin(this.#sent?.payload, undefined);
  }

  async close(): Promise<void> {
    await this.#bytes?.close();
  }

  #send(payload: unknown): void {
    this.#sent = { payload };
    this.raw.end();
  }

  async #take(source: Readable): Promise<void> {
    try {
      const bytes = await GrowingBytes.create(this.#folder, mostAheadBytes);
      this.#bytes = bytes;
      this.#begin(undefined, bytes);
      for await (const piece of source) await bytes.append(piece, this.#hurry);
      this.#isWhole = true;
      this.raw.end();
    } catch (error) {
      source.destroy();
      this.raw.destroy();
      throw error;
    }
  }

  #begin(payload: unknown, bytes: GrowingBytes | undefined): void {
    this.#head.resolve({ status: this.#status, headers: { ...this.#headers }, payload, bytes });
  }
}

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { unlessCancelled } from '#shared/async/unless-cancelled.ts';
import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { answerBufferBytes } from '../http/listener-limits.ts';
import type { RequestFailure } from '../http/request-failure.ts';
import { RecordedAnswer } from './recorded-answer.ts';

/** What a call is known by. */
interface CallIdentity {
  /** Who asks: an account, or an address. */
  readonly owner: string;
  /** The hash of its key. */
  readonly key: string;
  /** Of what is asked for. */
  readonly fingerprint: string;
}

/** Does a call and gives what its handler gave. Both arguments are everybody's who waits. */
export type Work = (request: Request, reply: Reply) => Promise<unknown>;

/** A call that several asked for by the same key. It is done once, and goes on while any of them waits. */
export class SharedCall implements CallIdentity {
  readonly owner: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly #stopped = new AbortController();
  readonly #answer: RecordedAnswer;
  readonly #ended: Promise<void>;
  /** The first one's request, as long as it is worked on. */
  #request: Request | undefined;
  #failure: RequestFailure | undefined;
  #waiting = 0;
  #isForgotten = false;

  /**
   * @param folder where the answer is kept
   * @param run does the work by {@link do}, and never rejects; it begins when whoever made this has it in hand
   */
  constructor(
    { owner, key, fingerprint }: CallIdentity,
    first: Request,
    folder: string,
    run: () => Promise<void>,
  ) {
    this.owner = owner;
    this.key = key;
    this.fingerprint = fingerprint;
    this.#answer = new RecordedAnswer(folder, this.#stopped.signal);
    // As the first one's in all but this: it ends for other reasons, and fails by itself.
    const { signal: work } = this.#stopped;
    this.#request = Object.assign(Object.create(first) as Request, { work, failure: undefined });
    this.#ended = Promise.resolve()
      .then(run)
      .finally(() => {
        this.#failure = this.#request?.failure;
        this.#request = undefined;
      });
  }

  /** How many bytes of the answer are kept on the disk. */
  get byteLength(): number {
    return this.#answer.byteLength;
  }

  /** Resolves when the work has ended, in whatever way. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Whether it was told to end before its work was done, as when nobody waits for it any more. */
  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  stop(reason: CodedError): void {
    this.#stopped.abort(reason);
  }

  /**
   * @returns what the answer, which is whole then, tells of a failure; undefined where it is good
   * @throws what the work fails with; nobody hears of either before {@link publish}
   */
  async do(work: Work): Promise<RequestFailure | undefined> {
    const request = this.#request;
    if (!request) return undefined;
    await this.#answer.complete(await work(request, this.#answer.asReply()));
    return request.failure;
  }

  /** Tells everybody that this was all, or what it failed with. */
  publish(failure: { readonly error: unknown } | undefined): void {
    this.#answer.publish(failure);
  }

  /** Waits until disposed of, or until whoever waits has left. Who is told to end by the server is waited for. */
  enter(signal: AbortSignal): Disposable {
    this.#waiting += 1;
    let isHere = true;
    const leave = () => {
      signal.removeEventListener('abort', heed);
      if (isHere) this.#leave();
      isHere = false;
    };
    const heed = () => {
      const { code } = toCancelledError(signal);
      if (code === 'client_closed') leave();
      else this.stop(toCancelledError(signal));
    };
    signal.addEventListener('abort', heed, { once: true });
    return { [Symbol.dispose]: leave };
  }

  /** Answers one of those who wait: all get the same, each at their own pace. @throws what the work throws before it answers */
  async passOn(request: Request, reply: Reply): Promise<Reply> {
    const { status, headers, payload, bytes } = await this.#waitForHead(request.work, reply);
    reply.code(status).headers({ ...headers });
    if (!bytes) return reply.send(payload);
    const pieces = this.#noteFailure(bytes.read(), request);
    reply.send(Readable.from(pieces, { objectMode: false, highWaterMark: answerBufferBytes }));
    // Cut off, by the client or by an error that Fastify has logged.
    await finished(reply.raw).catch(() => {});
    return reply;
  }

  /** Nobody new may come; what is kept of the answer goes with the last of those who are here. */
  async forget(): Promise<void> {
    this.#isForgotten = true;
    await this.#closeIfUnused();
  }

  async #waitForHead(signal: AbortSignal, reply: Reply) {
    try {
      return await unlessCancelled(this.#answer.head, signal);
    } catch (error) {
      reply.headers({ ...this.#answer.headers });
      throw error;
    }
  }

  /** What the log says of the first one's failure it says of the others', too. */
  async *#noteFailure(pieces: AsyncGenerator<Buffer>, request: Request): AsyncGenerator<Buffer> {
    yield* pieces;
    request.failure ??= this.#request?.failure ?? this.#failure;
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    // What is there as a whole may be kept, whoever is left.
    if (!this.#answer.isWhole) this.stop(new CodedError('client_closed'));
    this.#closeIfUnused().catch(() => {});
  }

  async #closeIfUnused(): Promise<void> {
    if (this.#isForgotten && this.#waiting === 0) await this.#answer.close();
  }
}

import { limitTime } from '#shared/async/limit-time.ts';
import { LoggedCause } from '#shared/errors.ts';
import { failures } from '../provider/failure.ts';
import { RealtimeFault, toApiFault } from './faults.ts';
import { decodeSound, type EventOf, type RealtimeEvent, type TokenUsage } from './read-event.ts';

/** Samples of 16 bits at 24 kHz, one channel. */
export const bytesPerSecond = 48_000;

/** What a response used. */
export interface TurnUsage {
  /** The vendor's count, where it gives one. */
  readonly tokens: TokenUsage | undefined;
  readonly soundSeconds: number;
}

/** One part of a script that is to be spoken. */
export interface TurnOrder {
  readonly text: string;
  readonly instructions: string;
  /** More sound than this is no reading of the text. */
  readonly maxBytes: number;
}

/** Is told of a response as it comes. */
export interface TurnListener {
  onText(text: string): void;
  /** @param pcm whole samples of 16 bits, low byte first */
  onSound(pcm: Buffer): void;
  /** Once, for a response that may be paid for. */
  onUsage(usage: TurnUsage): void;
}

export interface TurnLimits {
  /** The longest between two events of the response. */
  readonly idleMs: number;
  /** The longest from the request to the end. */
  readonly wholeMs: number;
  readonly maxBytes: number;
}

/** One response that was asked for, until its end. */
export class Turn {
  /** Comes back in `response.created`, which carries no id of the request. */
  readonly name: string;
  /** Resolves when the response was given whole; rejects with a {@link RealtimeFault}. */
  readonly ended: Promise<void>;
  #responseId: string | undefined;
  #listener: TurnListener;
  readonly #limits: TurnLimits;
  #settle: { resolve(): void; reject(fault: RealtimeFault): void };
  #callOffIdle: () => void = () => {};
  readonly #callOffWhole: () => void;
  #bytes = 0;
  #oddByte = Buffer.alloc(0);
  #item: string | null | undefined;
  #isOver = false;
  #isLeft = false;

  constructor(name: string, listener: TurnListener, limits: TurnLimits) {
    this.name = name;
    this.#listener = listener;
    this.#limits = limits;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ended = promise;
    // Whoever left does not wait for it any more.
    promise.catch(() => undefined);
    this.#settle = { resolve, reject };
    this.#callOffWhole = limitTime(limits.wholeMs, () => this.fail(timedOut()));
    this.#watchIdle();
  }

  get responseId(): string | undefined {
    return this.#responseId;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Nobody wants it any more. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** From now on only its usage is of interest. */
  leave(): void {
    this.#isLeft = true;
    const { onUsage } = this.#listener;
    this.#listener = { onText: () => {}, onSound: () => {}, onUsage: usage => onUsage(usage) };
  }

  /** Reads what came. Events of other responses pass by. */
  take(event: RealtimeEvent): void {
    if (this.#isOver) return;
    if (event.type === 'error') {
      if (event.error.event_id && event.error.event_id !== this.name) return;
      if (event.error.code === 'response_cancel_not_active') return;
      this.fail(toApiFault(event.error));
    } else if (event.type === 'response.created') {
      if (event.response.metadata?.piece !== this.name) return;
      this.#responseId = event.response.id;
      this.#watchIdle();
    } else if (event.type === 'response.done') this.#takeDone(event);
    else if ('response_id' in event && event.response_id === this.#responseId) {
      this.#watchIdle();
      this.#takeDelta(event);
    }
  }

  /** Ends it with what went wrong; after sound was made it was not for nothing. */
  fail(fault: RealtimeFault): void {
    if (this.#isOver) return;
    const { failure, cause } = fault;
    const wasFree = this.#bytes === 0;
    this.#end(wasFree ? fault : new RealtimeFault({ ...failure, costsNothing: false }, { cause }), undefined);
  }

  #takeDelta(event: EventOf<'response.output_audio.delta' | 'response.output_audio_transcript.delta'>): void {
    if (event.type === 'response.output_audio_transcript.delta') {
      // Each item of an answer begins anew, without a space before it.
      const isNewItem = this.#item !== undefined && event.item_id !== this.#item;
      this.#item = event.item_id;
      this.#listener.onText(isNewItem ? ` ${event.delta}` : event.delta);
      return;
    }
    const pcm = Buffer.concat([this.#oddByte, decodeSound(event.delta)]);
    const wholeBytes = pcm.length - (pcm.length % 2);
    this.#oddByte = pcm.subarray(wholeBytes);
    this.#bytes += wholeBytes;
    if (this.#bytes > this.#limits.maxBytes) {
      const cause = new LoggedCause(`more than ${this.#limits.maxBytes} bytes`);
      this.fail(new RealtimeFault({ code: 'provider_garbage' }, { cause }));
    } else if (wholeBytes > 0) this.#listener.onSound(pcm.subarray(0, wholeBytes));
  }

  #takeDone({ response }: EventOf<'response.done'>): void {
    if (response.id !== this.#responseId) return;
    const tokens = response.usage ?? undefined;
    const isWhole = response.status === 'completed' && this.#bytes > 0;
    this.#end(isWhole ? undefined : this.#explain(response), tokens);
  }

  /** Why a response was not given whole. */
  #explain({ status, status_details: details, usage }: EventOf<'response.done'>['response']): RealtimeFault {
    if (status === 'failed' && details?.error) {
      const { failure, mayRepeat, cause } = toApiFault(details.error);
      const isFree = this.#bytes === 0 && !usage;
      const own = { ...failure, costsNothing: isFree && failure.costsNothing === true };
      return new RealtimeFault(own, { mayRepeat: isFree && mayRepeat, cause });
    }
    const facts = [status, details?.reason];
    if (details?.reason === 'content_filter')
      return new RealtimeFault({ code: 'content_refused' }, { facts });
    return new RealtimeFault(this.#bytes > 0 ? failures.answerCut : { code: 'provider_garbage' }, { facts });
  }

  #end(fault: RealtimeFault | undefined, tokens: TokenUsage | undefined): void {
    this.#isOver = true;
    this.#callOffIdle();
    this.#callOffWhole();
    if (this.#bytes > 0 || tokens)
      this.#listener.onUsage({ tokens, soundSeconds: this.#bytes / bytesPerSecond });
    if (fault) this.#settle.reject(fault);
    else this.#settle.resolve();
  }

  #watchIdle(): void {
    this.#callOffIdle();
    this.#callOffIdle = limitTime(this.#limits.idleMs, () => this.fail(timedOut()));
  }
}

function timedOut(): RealtimeFault {
  return new RealtimeFault({ code: 'provider_timeout' }, { facts: ['silent'] });
}

import { limitTime } from '#shared/async/limit-time.ts';
import { LoggedCause } from '#shared/errors.ts';
import { failures } from '../provider/failure.ts';
import { RealtimeFault, toApiFault } from './faults.ts';
import { decodeSound, type EventOf, type RealtimeEvent, type TokenUsage } from './read-event.ts';

/** 16-bit mono samples at 24 kHz. */
export const bytesPerSecond = 48_000;

export interface TurnUsage {
  /** The vendor's count, if any. */
  readonly tokens: TokenUsage | undefined;
  readonly soundSeconds: number;
}

export interface TurnOrder {
  readonly text: string;
  readonly instructions: string;
  /** More sound is not a reading of the text. */
  readonly maxBytes: number;
}

export interface TurnListener {
  onText(text: string): void;
  /** @param pcm whole 16-bit little-endian samples */
  onSound(pcm: Buffer): void;
  /** Called once for a response that may be charged. */
  onUsage(usage: TurnUsage): void;
}

export interface TurnLimits {
  /** Longest time between two events. */
  readonly idleMs: number;
  /** Longest time from request to end. */
  readonly wholeMs: number;
  readonly maxBytes: number;
}

/** A response, from its request to its end. */
export class Turn {
  /** Returned in `response.created`, which has no id of the request. */
  readonly name: string;
  /** Resolves when the response is complete; rejects with a {@link RealtimeFault}. */
  readonly ended: Promise<void>;
  responseId: string | undefined;
  isOver = false;
  /** Cancelled by the caller. */
  isLeft = false;
  #listener: TurnListener;
  readonly #limits: TurnLimits;
  #settle: { resolve(): void; reject(fault: RealtimeFault): void };
  #callOffIdle: () => void = () => {};
  readonly #callOffWhole: () => void;
  #bytes = 0;
  #oddByte = Buffer.alloc(0);
  #item: string | null | undefined;

  constructor(name: string, listener: TurnListener, limits: TurnLimits) {
    this.name = name;
    this.#listener = listener;
    this.#limits = limits;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ended = promise;
    // The caller may have stopped waiting; must not count as an unhandled rejection.
    promise.catch(() => undefined);
    this.#settle = { resolve, reject };
    this.#callOffWhole = limitTime(limits.wholeMs, () => this.fail(timedOut()));
    this.#watchIdle();
  }

  /** From now on only usage is read. */
  leave(): void {
    this.isLeft = true;
    const { onUsage } = this.#listener;
    this.#listener = { onText: () => {}, onSound: () => {}, onUsage: usage => onUsage(usage) };
  }

  /** Handles an event; ignores those of other responses. */
  take(event: RealtimeEvent): void {
    if (this.isOver) return;
    if (event.type === 'error') {
      if (event.error.event_id && event.error.event_id !== this.name) return;
      if (event.error.code === 'response_cancel_not_active') return;
      this.fail(toApiFault(event.error));
    } else if (event.type === 'response.created') {
      if (event.response.metadata?.piece !== this.name) return;
      this.responseId = event.response.id;
      this.#watchIdle();
    } else if (event.type === 'response.done') this.#takeDone(event);
    else if ('response_id' in event && event.response_id === this.responseId) {
      this.#watchIdle();
      this.#takeDelta(event);
    }
  }

  /** Ends it with a failure, which counts as charged if there was sound. */
  fail(fault: RealtimeFault): void {
    if (this.isOver) return;
    const { failure, cause } = fault;
    const wasFree = this.#bytes === 0;
    this.#end(wasFree ? fault : new RealtimeFault({ ...failure, costsNothing: false }, { cause }), undefined);
  }

  #takeDelta(event: EventOf<'response.output_audio.delta' | 'response.output_audio_transcript.delta'>): void {
    if (event.type === 'response.output_audio_transcript.delta') {
      // Each item of a response starts without a leading space.
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
    if (response.id !== this.responseId) return;
    const tokens = response.usage ?? undefined;
    const isWhole = response.status === 'completed' && this.#bytes > 0;
    this.#end(isWhole ? undefined : this.#explain(response), tokens);
  }

  /** Why a response is incomplete. */
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
    this.isOver = true;
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

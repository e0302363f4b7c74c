import type OpenAI from 'openai';
import type { OpenAIRealtimeError } from 'openai/realtime/internal-base';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { limitTime } from '#shared/async/limit-time.ts';
import { unlessCancelled } from '#shared/async/unless-cancelled.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { LoggedCause } from '#shared/errors.ts';
import { failures } from '../provider/failure.ts';
import {
  composeResponse,
  composeSession,
  decodeSound,
  type EventOf,
  type RealtimeEvent,
  readEvent,
  type TokenUsage,
} from './events.ts';
import { explainHandshake, RealtimeFault, toApiFault, toClosingFault, toTransportFault } from './faults.ts';
import type { SpokenVoice } from './voices.ts';

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

interface TurnListener {
  onText(text: string): void;
  /** @param pcm whole 16-bit little-endian samples */
  onSound(pcm: Buffer): void;
  /** Called once for a response that may be charged. */
  onUsage(usage: TurnUsage): void;
}

interface TurnLimits {
  /** Longest time between two events. */
  readonly idleMs: number;
  /** Longest time from request to end. */
  readonly wholeMs: number;
  readonly maxBytes: number;
}

/** A response, from its request to its end. */
class Turn {
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

export interface SessionLimits {
  /** Limit for connecting, and for each response before it can speak. */
  readonly headMs: number;
  readonly idleMs: number;
  readonly wholeMs: number;
}

interface SessionSettings {
  readonly client: OpenAI;
  readonly model: string;
  readonly limits: SessionLimits;
  /** Shared by all sessions of the model. */
  readonly learned: { refusesEffort: boolean };
}

/** 31 s of sound in one event, far more than is sent; the SDK has no limit. */
const maxPayload = 2 * 2 ** 20;
/** The vendor ends a session after an hour; work that started must finish before. */
const renewBeforeEndMs = 5 * 60_000;
/** A cancelled response reports its usage within this time. */
const closingMs = 1000;
/** Two updates are answered, and an error or two may occur between responses. */
const maxAnswers = 10;
const openState = 1;

let turns = 0;

/** A connection to the Realtime API in which one voice speaks texts in sequence. Open it with {@link openSession}. */
export class RealtimeSession {
  readonly voice: SpokenVoice;
  readonly #connection: OpenAIRealtimeWS;
  readonly #settings: SessionSettings;
  readonly #answers: RealtimeEvent[] = [];
  #reportAnswer: () => void = () => {};
  #turn: Turn | undefined;
  #fault: RealtimeFault | undefined;
  #transportError: unknown;
  #endsAtMs = Number.POSITIVE_INFINITY;
  #isClosing = false;

  constructor(settings: SessionSettings, voice: SpokenVoice) {
    this.voice = voice;
    this.#settings = settings;
    const { client, model, limits } = settings;
    const options = { maxPayload, handshakeTimeout: limits.headMs, perMessageDeflate: false };
    this.#connection = new OpenAIRealtimeWS({ model, options }, client);
    this.#connection.on('error', error => this.#receiveError(error));
    this.#connection.on('event', event => this.#receive(event));
    const { socket } = this.#connection;
    socket.on('unexpected-response', (request, response) => {
      explainHandshake(response, client.apiKey ?? '').then(fault => {
        this.#end(fault);
        request.destroy();
      });
    });
    socket.on('close', (code, reason) => this.#receiveClosing(code, reason.toString()));
  }

  /** Ready for the next text. */
  get isFree(): boolean {
    return this.isOpen && !this.#isClosing && !this.#turn && Date.now() < this.#endsAtMs - renewBeforeEndMs;
  }

  get isOpen(): boolean {
    return this.#fault === undefined && this.#connection.socket.readyState === openState;
  }

  /** @throws RealtimeFault, or the reason of the signal */
  async prepare(signal: AbortSignal): Promise<void> {
    const { learned } = this.#settings;
    const created = await this.#nextAnswer(signal, 'session.created');
    if (created.session.expires_at) this.#endsAtMs = created.session.expires_at * 1000;
    this.#send(composeSession(this.voice));
    // In a separate update: a model without reasoning refuses the field, and with it the whole update.
    const triesEffort = !learned.refusesEffort;
    if (triesEffort)
      this.#send({ type: 'session.update', session: { type: 'realtime', reasoning: { effort: 'minimal' } } });
    const { output } = (await this.#nextAnswer(signal, 'session.updated')).session.audio;
    const { type, rate } = output.format;
    if (output.voice !== this.voice.speaker || type !== 'audio/pcm' || (rate ?? 24_000) !== 24_000)
      throw new RealtimeFault(
        { code: 'provider_garbage' },
        { cause: new LoggedCause('the session has another voice or format') },
      );
    if (triesEffort)
      await this.#nextAnswer(signal, 'session.updated').catch(error => {
        if (!(error instanceof RealtimeFault) || !this.isOpen) throw error;
        learned.refusesEffort = true;
      });
  }

  /**
   * Resolves at the end of the speech.
   * @throws RealtimeFault, or the reason of the signal
   */
  async speak(order: TurnOrder, listener: TurnListener, signal: AbortSignal): Promise<void> {
    requireNotCancelled(signal);
    const { idleMs, wholeMs } = this.#settings.limits;
    turns += 1;
    const turn = new Turn(`piece_${turns}`, listener, { idleMs, wholeMs, maxBytes: order.maxBytes });
    this.#turn = turn;
    this.#send(composeResponse(turn.name, order));
    try {
      await unlessCancelled(turn.ended, signal);
      this.#turn = undefined;
      if (this.#isClosing) this.#connection.socket.terminate();
    } catch (error) {
      this.#leave(turn);
      throw error;
    }
  }

  /** Closes the connection after a cancelled response has reported its usage. */
  close(): void {
    this.#isClosing = true;
    if (!this.#turn) this.#connection.socket.terminate();
  }

  /**
   * Cancels the response and closes the connection once its usage is known, or soon: later events could still belong to the
   * cancelled response.
   */
  #leave(turn: Turn): void {
    turn.leave();
    this.#isClosing = true;
    if (turn.responseId && !turn.isOver) this.#cancel(turn.responseId);
    const { socket } = this.#connection;
    const callOff = limitTime(closingMs, () => socket.terminate());
    const end = () => {
      callOff();
      socket.terminate();
    };
    turn.ended.then(end, end);
  }

  #cancel(responseId: string): void {
    this.#send({ type: 'response.cancel', response_id: responseId });
  }

  #send(event: Parameters<OpenAIRealtimeWS['send']>[0]): void {
    // The SDK ignores sends on a closed connection.
    if (!this.isOpen) this.#end(toClosingFault(1001, '', false));
    else this.#connection.send(event);
  }

  #receive(raw: { readonly type: string }): void {
    try {
      const event = readEvent(raw);
      if (!event) return;
      this.#turn?.take(event);
      if (event.type === 'response.created' && this.#turn?.isLeft) this.#cancel(event.response.id);
      if (!this.#turn && ['session.created', 'session.updated', 'error'].includes(event.type)) {
        this.#answers.push(event);
        if (this.#answers.length > maxAnswers) throw new RealtimeFault({ code: 'provider_garbage' });
        this.#reportAnswer();
      }
      if (event.type === 'error' && event.error.code === 'session_expired')
        this.#end(toApiFault(event.error));
    } catch (error) {
      this.#end(error instanceof RealtimeFault ? error : toTransportFault(error));
    }
  }

  #receiveError(error: OpenAIRealtimeError): void {
    // Errors of the API arrive as events.
    if (error.error) return;
    this.#transportError = error.cause ?? error;
    if (this.#connection.socket.readyState === openState) this.#end(toTransportFault(this.#transportError));
  }

  #receiveClosing(code: number, reason: string): void {
    const fault = this.#transportError
      ? toTransportFault(this.#transportError)
      : toClosingFault(code, reason, this.#turn?.responseId !== undefined);
    this.#end(fault);
  }

  /** The first reason counts; later ones are consequences. */
  #end(fault: RealtimeFault): void {
    this.#fault ??= fault;
    this.#turn?.fail(this.#fault);
    this.#reportAnswer();
    this.#connection.socket.terminate();
  }

  /** Waits for a server event before speaking. */
  async #nextAnswer<Type extends 'session.created' | 'session.updated'>(
    signal: AbortSignal,
    type: Type,
  ): Promise<EventOf<Type>> {
    const callOff = limitTime(this.#settings.limits.headMs, () =>
      this.#end(new RealtimeFault({ code: 'provider_timeout' }, { facts: [type] })),
    );
    try {
      while (this.#answers.length === 0) {
        if (this.#fault) throw this.#fault;
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#reportAnswer = resolve;
        await unlessCancelled(promise, signal);
      }
    } finally {
      callOff();
    }
    const answer = this.#answers.shift();
    if (answer?.type === 'error') throw toApiFault(answer.error);
    if (answer?.type === type) return answer as EventOf<Type>;
    throw new RealtimeFault(
      { code: 'provider_garbage' },
      { cause: new LoggedCause(`no ${type} where it belongs`) },
    );
  }
}

/**
 * Opens a connection for a voice.
 * @throws RealtimeFault, or the reason of the signal
 */
export async function openSession(
  settings: SessionSettings,
  voice: SpokenVoice,
  signal: AbortSignal,
): Promise<RealtimeSession> {
  requireNotCancelled(signal);
  const session = new RealtimeSession(settings, voice);
  try {
    await session.prepare(signal);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** An idle connection is closed after this time. */
const longestIdleMs = 5000;

type OpenSession = (voice: SpokenVoice, signal: AbortSignal) => Promise<RealtimeSession>;

/**
 * Connections for the pieces of one script. Pieces share a signal that fires at the script's end; a connection belongs to that
 * signal, is never shared with another script, and closes when the signal fires or after five idle seconds. A response uses a
 * connection alone, so there are as many as pieces spoken at once.
 */
export interface SessionPool {
  /**
   * A free or new connection; the caller must give it back.
   * @throws RealtimeFault, or the reason of the signal
   */
  take(voice: SpokenVoice, signal: AbortSignal): Promise<RealtimeSession>;
  release(session: RealtimeSession, signal: AbortSignal): void;
  close(): void;
}

export function createSessionPool(open: OpenSession): SessionPool {
  const scripts = new Map<AbortSignal, Map<RealtimeSession, NodeJS.Timeout | undefined>>();

  function beginScript(signal: AbortSignal) {
    const sessions = new Map<RealtimeSession, NodeJS.Timeout | undefined>();
    scripts.set(signal, sessions);
    signal.addEventListener('abort', () => closeAll(signal), { once: true });
    return sessions;
  }

  function closeAll(signal: AbortSignal): void {
    for (const [session, timer] of scripts.get(signal) ?? []) {
      clearTimeout(timer);
      session.close();
    }
    scripts.delete(signal);
  }

  function drop(session: RealtimeSession, signal: AbortSignal): void {
    session.close();
    scripts.get(signal)?.delete(session);
  }

  return {
    async take(voice, signal) {
      const sessions = scripts.get(signal) ?? beginScript(signal);
      for (const [session, timer] of sessions) {
        // No timer means that it is in use.
        if (timer === undefined || !isSameVoice(session.voice, voice)) continue;
        clearTimeout(timer);
        sessions.set(session, undefined);
        if (session.isFree) return session;
        drop(session, signal);
      }
      const session = await open(voice, signal);
      if (signal.aborted) session.close();
      else sessions.set(session, undefined);
      return session;
    },
    release(session, signal) {
      const sessions = scripts.get(signal);
      if (!sessions || !session.isFree) return drop(session, signal);
      sessions.set(
        session,
        setTimeout(() => drop(session, signal), longestIdleMs),
      );
    },
    close() {
      for (const signal of [...scripts.keys()]) closeAll(signal);
    },
  };
}

/** A session has one voice and speed. */
function isSameVoice(one: SpokenVoice, other: SpokenVoice): boolean {
  return one.speaker === other.speaker && one.speed === other.speed;
}

import type OpenAI from 'openai';
import type { OpenAIRealtimeError } from 'openai/realtime/internal-base';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { limitTime } from '#shared/async/limit-time.ts';
import { unlessCancelled } from '#shared/async/unless-cancelled.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { LoggedCause } from '#shared/errors.ts';
import { composeResponse, composeSession } from './compose-events.ts';
import { explainHandshake, RealtimeFault, toApiFault, toClosingFault, toTransportFault } from './faults.ts';
import { type EventOf, type RealtimeEvent, readEvent } from './read-event.ts';
import { Turn, type TurnListener, type TurnOrder } from './turn.ts';
import type { SpokenVoice } from './voices.ts';

export interface SessionLimits {
  /** Limit for connecting, and for each response before it can speak. */
  readonly headMs: number;
  readonly idleMs: number;
  readonly wholeMs: number;
}

export interface SessionSettings {
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

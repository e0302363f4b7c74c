import type OpenAI from 'openai';
import type { OpenAIRealtimeError } from 'openai/realtime/internal-base';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { limitTime } from '#shared/async/limit-time.ts';
import { unlessCancelled } from '#shared/async/unless-cancelled.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { LoggedCause } from '#shared/errors.ts';
import { composeResponse, composeSession } from './compose-events.ts';
import { RealtimeFault, toApiFault, toClosingFault } from './faults.ts';
import { explainHandshake, toTransportFault } from './handshake-faults.ts';
import { type EventOf, type RealtimeEvent, readEvent } from './read-event.ts';
import { Turn, type TurnListener, type TurnOrder } from './turn.ts';
import type { SpokenVoice } from './voices.ts';

export interface SessionLimits {
  /** The longest for the connection, and again for each answer before it can speak. */
  readonly headMs: number;
  readonly idleMs: number;
  readonly wholeMs: number;
}

export interface SessionSettings {
  readonly client: OpenAI;
  readonly model: string;
  readonly limits: SessionLimits;
  /** What was learned of the model, for all its sessions. */
  readonly learned: { refusesEffort: boolean };
}

/** 31 s of sound in one event, far more than comes; the SDK has no limit of its own. */
const maxPayload = 2 * 2 ** 20;
/** A session ends after an hour; what is begun in time shall end in time. */
const renewBeforeEndMs = 5 * 60_000;
/** A response that was cancelled says within this what it cost. */
const closingMs = 1000;
/** Two updates are answered, and an error or two may come between responses. */
const mostAnswers = 10;
const openState = 1;

let turns = 0;

/** A connection to the Realtime API in which one voice speaks one text after the other. Open it with {@link openSession}. */
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

  /** Whether it can be asked to speak. */
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
    // In an update of its own: a model that does not reason refuses the field, and then nothing of its update counts.
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
   * Resolves when all was spoken.
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

  /** Closes it, once a response that was cancelled has said what it cost. */
  close(): void {
    this.#isClosing = true;
    if (!this.#turn) this.#connection.socket.terminate();
  }

  /**
   * Cancels what is being said, and ends the connection once it was said what that cost, or soon: what follows in it could
   * still be words of the response that nobody wants.
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
    // The SDK says nothing of what it sends into a closed connection.
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
        if (this.#answers.length > mostAnswers) throw new RealtimeFault({ code: 'provider_garbage' });
        this.#reportAnswer();
      }
      if (event.type === 'error' && event.error.code === 'session_expired')
        this.#end(toApiFault(event.error));
    } catch (error) {
      this.#end(error instanceof RealtimeFault ? error : toTransportFault(error));
    }
  }

  #receiveError(error: OpenAIRealtimeError): void {
    // The API's own are heard as events.
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

  /** The first reason counts: what comes after is its consequence. */
  #end(fault: RealtimeFault): void {
    this.#fault ??= fault;
    this.#turn?.fail(this.#fault);
    this.#reportAnswer();
    this.#connection.socket.terminate();
  }

  /** Waits for what the server says before it can speak. */
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
 * Opens a connection in which a voice can speak.
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

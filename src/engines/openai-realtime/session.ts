import type OpenAI from 'openai';
import type { OpenAIRealtimeError } from 'openai/realtime/internal-base';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { limitTime } from '#shared/async/limit-time.ts';
import { requireNotCancelled, unlessCancelled } from '#shared/cancellation.ts';
import type { CodedError } from '#shared/errors.ts';
import { failures, withCost } from '../provider/failure.ts';
import {
  composeResponse,
  composeSession,
  decodeSound,
  type EventOf,
  minEffort,
  type RealtimeEvent,
  readEvent,
  type SpokenVoice,
  sampleRateHz,
  type TokenUsage,
} from './events.ts';
import {
  explainHandshake,
  RealtimeFault,
  toApiFault,
  toClosingFault,
  toGarbage,
  toTimeout,
  toTransportFault,
} from './faults.ts';

/** 16-bit mono samples. */
export const bytesPerSecond = 2 * sampleRateHz;

export interface TurnOrder {
  readonly text: string;
  readonly instructions: string;
  /** More sound is not a reading of the text. */
  readonly maxBytes: number;
  onText(text: string): void;
  /** @param pcm whole 16-bit little-endian samples */
  onSound(pcm: Buffer): void;
  /** Called once for a response that may be charged, also after it was cancelled. */
  onUsage(usage: { readonly tokens: TokenUsage | undefined; readonly soundSeconds: number }): void;
}

interface SessionLimits {
  /** Limit for connecting, and for each answer before a response. */
  readonly headMs: number;
  readonly idleMs: number;
  readonly wholeMs: number;
}

class Turn {
  /** Returned in `response.created`, which has no id of the request. */
  readonly name: string;
  responseId: string | undefined;
  isOver = false;
  /** Cancelled by the caller: only usage is read. */
  isLeft = false;
  readonly #order: TurnOrder;
  readonly #idleMs: number;
  readonly #outcome = Promise.withResolvers<void>();
  #callOffIdle: () => void = () => {};
  readonly #callOffWhole: () => void;
  #bytes = 0;
  #oddByte = Buffer.alloc(0);
  #item: string | null | undefined;

  constructor(name: string, order: TurnOrder, { idleMs, wholeMs }: SessionLimits) {
    this.name = name;
    this.#order = order;
    this.#idleMs = idleMs;
    // The caller may have stopped waiting; must not count as an unhandled rejection.
    this.ended.catch(() => undefined);
    this.#callOffWhole = limitTime(wholeMs, () => this.fail(toTimeout('silent')));
    this.#watchIdle();
  }

  get ended(): Promise<void> {
    return this.#outcome.promise;
  }

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
      if (event.type === 'response.output_audio.delta') this.#takeSound(decodeSound(event.delta));
      else this.#takeText(event);
    }
  }

  /** Ends it with a failure, which counts as charged if there was sound. */
  fail(fault: CodedError): void {
    if (!this.isOver) this.#end(this.#bytes === 0 ? fault : withCost(fault, false), undefined);
  }

  #takeText({ item_id, delta }: EventOf<'response.output_audio_transcript.delta'>): void {
    // Each item of a response starts without a leading space.
    const isNewItem = this.#item !== undefined && item_id !== this.#item;
    this.#item = item_id;
    if (!this.isLeft) this.#order.onText(isNewItem ? ` ${delta}` : delta);
  }

  #takeSound(piece: Buffer): void {
    const pcm = Buffer.concat([this.#oddByte, piece]);
    const wholeBytes = pcm.length - (pcm.length % 2);
    this.#oddByte = pcm.subarray(wholeBytes);
    this.#bytes += wholeBytes;
    const { maxBytes, onSound } = this.#order;
    if (this.#bytes > maxBytes) this.fail(toGarbage(`more than ${maxBytes} bytes`));
    else if (wholeBytes > 0 && !this.isLeft) onSound(pcm.subarray(0, wholeBytes));
  }

  #takeDone({ response }: EventOf<'response.done'>): void {
    if (response.id !== this.responseId) return;
    const isWhole = response.status === 'completed' && this.#bytes > 0;
    this.#end(isWhole ? undefined : this.#explain(response), response.usage ?? undefined);
  }

  #explain({ status, status_details: details, usage }: EventOf<'response.done'>['response']): CodedError {
    if (status === 'failed' && details?.error) {
      const fault = toApiFault(details.error);
      return this.#bytes === 0 && !usage ? fault : withCost(fault, false);
    }
    const facts = [status, details?.reason];
    if (details?.reason === 'content_filter')
      return new RealtimeFault({ code: 'content_refused' }, { facts });
    return new RealtimeFault(this.#bytes > 0 ? failures.answerCut : { code: 'provider_garbage' }, { facts });
  }

  #end(fault: CodedError | undefined, tokens: TokenUsage | undefined): void {
    this.isOver = true;
    this.#callOffIdle();
    this.#callOffWhole();
    if (this.#bytes > 0 || tokens)
      this.#order.onUsage({ tokens, soundSeconds: this.#bytes / bytesPerSecond });
    if (fault) this.#outcome.reject(fault);
    else this.#outcome.resolve();
  }

  #watchIdle(): void {
    this.#callOffIdle();
    this.#callOffIdle = limitTime(this.#idleMs, () => this.fail(toTimeout('silent')));
  }
}

interface SessionSettings {
  readonly client: OpenAI;
  readonly model: string;
  readonly limits: SessionLimits;
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
const longestRestMs = 5000;

let turns = 0;

/** A connection to the Realtime API in which one voice speaks the texts of a script in sequence. */
export class RealtimeSession {
  readonly #voice: SpokenVoice;
  readonly #script: AbortSignal;
  /** Closes it; undefined while it is in use. */
  #rest: NodeJS.Timeout | undefined;
  readonly #connection: OpenAIRealtimeWS;
  readonly #settings: SessionSettings;
  readonly #answers: RealtimeEvent[] = [];
  #reportAnswer: () => void = () => {};
  #turn: Turn | undefined;
  #fault: RealtimeFault | undefined;
  #transportError: unknown;
  #endsAtMs = Number.POSITIVE_INFINITY;
  #isClosing = false;

  /** @param whenClosed called once */
  constructor(settings: SessionSettings, voice: SpokenVoice, script: AbortSignal, whenClosed: () => void) {
    this.#voice = voice;
    this.#script = script;
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
    socket.on('close', (code, reason) => {
      const fault = this.#transportError
        ? toTransportFault(this.#transportError)
        : toClosingFault(code, reason.toString(), this.#turn?.responseId !== undefined);
      this.#end(fault);
    });
    const close = () => this.close();
    script.addEventListener('abort', close, { once: true });
    socket.on('close', () => {
      script.removeEventListener('abort', close);
      whenClosed();
    });
  }

  /** Whether it rested and is the caller's now: a session has one script, voice and speed. */
  wake({ speaker, speed }: SpokenVoice, script: AbortSignal): boolean {
    const isSame = speaker === this.#voice.speaker && speed === this.#voice.speed && script === this.#script;
    if (!this.#rest || !isSame) return false;
    clearTimeout(this.#rest);
    this.#rest = undefined;
    if (!this.#isFree) this.close();
    return this.#isFree;
  }

  release(): void {
    if (this.#isFree) this.#rest = setTimeout(() => this.close(), longestRestMs);
    else this.close();
  }

  get #isFree(): boolean {
    return this.#isOpen && !this.#isClosing && !this.#turn && Date.now() < this.#endsAtMs - renewBeforeEndMs;
  }

  get #isOpen(): boolean {
    return this.#fault === undefined && this.#connection.socket.readyState === openState;
  }

  /** Call it once, before speaking. @throws RealtimeFault, or the reason of the signal */
  async prepare(): Promise<void> {
    const { learned } = this.#settings;
    const created = await this.#nextAnswer('session.created');
    if (created.session.expires_at) this.#endsAtMs = created.session.expires_at * 1000;
    this.#send(composeSession(this.#voice));
    const triesEffort = !learned.refusesEffort;
    if (triesEffort) this.#send(minEffort);
    const { voice, format } = (await this.#nextAnswer('session.updated')).session.audio.output;
    const isPcm = format.type === 'audio/pcm' && (format.rate ?? sampleRateHz) === sampleRateHz;
    if (voice !== this.#voice.speaker || !isPcm) throw toGarbage('the session has another voice or format');
    if (triesEffort)
      await this.#nextAnswer('session.updated').catch(error => {
        if (!(error instanceof RealtimeFault) || !this.#isOpen) throw error;
        learned.refusesEffort = true;
      });
  }

  /** Resolves at the end of the speech. @throws CodedError, also the reason of the signal */
  async speak(order: TurnOrder, signal: AbortSignal): Promise<void> {
    requireNotCancelled(signal);
    turns += 1;
    const turn = new Turn(`piece_${turns}`, order, this.#settings.limits);
    this.#turn = turn;
    this.#send(composeResponse(turn.name, order.text, order.instructions));
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
    clearTimeout(this.#rest);
    this.#isClosing = true;
    if (!this.#turn) this.#connection.socket.terminate();
  }

  /**
   * Cancels the response and closes the connection once its usage is known, or soon: later events could still belong to the
   * cancelled response.
   */
  #leave(turn: Turn): void {
    turn.isLeft = true;
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
    if (!this.#isOpen) this.#end(toClosingFault(1001, '', false));
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
        if (this.#answers.length > maxAnswers) throw toGarbage(`more than ${maxAnswers} answers`);
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

  /** The first reason counts; later ones are consequences. */
  #end(fault: RealtimeFault): void {
    this.#fault ??= fault;
    this.#turn?.fail(this.#fault);
    this.#reportAnswer();
    this.#connection.socket.terminate();
  }

  async #nextAnswer<Type extends 'session.created' | 'session.updated'>(type: Type): Promise<EventOf<Type>> {
    const callOff = limitTime(this.#settings.limits.headMs, () => this.#end(toTimeout(type)));
    try {
      while (this.#answers.length === 0) {
        if (this.#fault) throw this.#fault;
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#reportAnswer = resolve;
        await unlessCancelled(promise, this.#script);
      }
    } finally {
      callOff();
    }
    const answer = this.#answers.shift();
    if (answer?.type === 'error') throw toApiFault(answer.error);
    if (answer?.type === type) return answer as EventOf<Type>;
    throw toGarbage(`no ${type} where it belongs`);
  }
}

/**
 * Connections for the pieces of one script. Pieces share a signal that fires at the script's end; a connection belongs to that
 * signal, is never shared with another script, and closes when the signal fires or after five idle seconds. A response uses a
 * connection alone, so there are as many as pieces spoken at once.
 */
export function createSessionPool(settings: SessionSettings) {
  const sessions = new Set<RealtimeSession>();
  return {
    /** The caller must give it back. @throws RealtimeFault, or the reason of the signal */
    async take(voice: SpokenVoice, script: AbortSignal): Promise<RealtimeSession> {
      for (const session of sessions) if (session.wake(voice, script)) return session;
      requireNotCancelled(script);
      const session = new RealtimeSession(settings, voice, script, () => sessions.delete(session));
      sessions.add(session);
      try {
        await session.prepare();
        return session;
      } catch (error) {
        session.close();
        throw error;
      }
    },
    close(): void {
      for (const session of sessions) session.close();
    },
  };
}

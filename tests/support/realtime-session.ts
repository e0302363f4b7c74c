import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import {
  type RealtimeError,
  realtimeError,
  realtimeErrors,
  realtimeVoices,
  type SessionBody,
  sessionBody,
} from './realtime-bodies.ts';
import { RealtimeTurn, type TurnSession } from './realtime-turn.ts';

export type TurnBehaviour = (turn: RealtimeTurn) => void | Promise<void>;

/** A session's reaction to its opening, in place of `session.created`. */
export type GreetingBehaviour = (session: RealtimeSession) => void | Promise<void>;

export interface SessionParts {
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, string>>;
  /** The behaviour of the next response, if not the vendor's. */
  readonly takeBehaviour: () => TurnBehaviour | undefined;
  /** Called with every requested response. */
  readonly reportTurn: (turn: RealtimeTurn) => void;
  readonly paceMs: () => number;
}

let sessions = 0;
let responses = 0;

/** The server's side of one connection. Records everything that the client sent. */
export class RealtimeSession implements TurnSession {
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, string>>;
  /** Every event of the client, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events field by field.
  readonly received: any[] = [];
  readonly turns: RealtimeTurn[] = [];
  /** Resolves when the connection has ended, with the client's close code and reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  body: SessionBody;
  /** Session fields that this model refuses. */
  refuse: readonly string[] = [];
  distortUpdate: (body: SessionBody) => object = body => body;
  readonly #socket: WebSocket;
  readonly #parts: SessionParts;
  readonly #cancels = new Map<string, AbortController>();
  #hasSpoken = false;

  constructor(socket: WebSocket, parts: SessionParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.headers = parts.headers;
    this.query = parts.query;
    this.body = sessionBody(parts.query.model ?? '');
    sessions += 1;
    this.body.id = `sess_${sessions}`;
    const { promise, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
    this.closed = promise;
    socket.on('close', (code, reason) => {
      for (const cancel of this.#cancels.values()) cancel.abort();
      resolve({ code, reason: reason.toString() });
    });
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => this.#receive(data.toString(), isBinary));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 1;
  }

  get voice(): string {
    return this.body.audio.output.voice;
  }

  get instructions(): string {
    return this.body.instructions;
  }

  greet(lifeSeconds?: number): void {
    if (lifeSeconds !== undefined) this.body.expires_at = Math.floor(Date.now() / 1000) + lifeSeconds;
    this.send({ type: 'session.created', session: this.body });
  }

  /** Refuses as the vendor does: an error, then a close with `type.code` as its reason. */
  turnAway(error: RealtimeError, code: number): void {
    this.send({ type: 'error', error });
    this.close(code, `${error.type}.${error.code}`);
  }

  send(event: object): void {
    this.sendText(JSON.stringify({ event_id: `event_${Math.random().toString(36).slice(2)}`, ...event }));
  }

  sendText(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  cut(): void {
    this.#socket.terminate();
  }

  #receive(text: string, isBinary: boolean) {
    if (isBinary) return this.#refuse('invalid_event', 'Expected a text WebSocket message.');
    const event = JSON.parse(text);
    this.received.push(event);
    if (event.type === 'session.update') return this.#update(event);
    if (event.type === 'response.create') return this.#respond(event);
    if (event.type === 'response.cancel') return this.#cancel(event);
    this.#refuse('invalid_value', `Invalid value: '${event.type}'.`, { event_id: event.event_id });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as it came.
  #update({ event_id, session }: any) {
    const unknown = this.refuse.find(field => field in session);
    if (unknown) {
      const param = `session.${unknown}`;
      return this.#refuse('unsupported_parameter', `Not supported: ${param}`, { param, event_id });
    }
    const wrong = findWrongField(session, this.#hasSpoken ? this.voice : undefined);
    if (wrong) return this.#refuse(wrong.code ?? '', wrong.message, { ...wrong, event_id });
    this.body = merge(this.body, session) as SessionBody;
    this.send({ type: 'session.updated', session: this.distortUpdate(this.body) });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as it came.
  #respond(event: any) {
    responses += 1;
    const cancel = new AbortController();
    const id = `resp_${responses}`;
    const turn = new RealtimeTurn(id, event, this, {
      cancelled: cancel.signal,
      paceMs: this.#parts.paceMs(),
    });
    const { metadata, audio, conversation, max_output_tokens: most } = event.response;
    const texts = Object.entries(metadata ?? {}).flat();
    if (
      texts.some(each => typeof each !== 'string' || each.length > 512) ||
      audio?.output?.speed !== undefined
    )
      return turn.refuse();
    if (most !== 'inf' && (most < 1 || most > 4096)) return turn.refuse();
    if (conversation !== 'none' && this.#cancels.size > 0)
      return turn.refuse(
        realtimeError('invalid_request_error', 'conversation_already_has_active_response', 'Busy'),
      );
    this.turns.push(turn);
    this.#cancels.set(id, cancel);
    this.#parts.reportTurn(turn);
    const behave = this.#parts.takeBehaviour() ?? (each => each.speak());
    this.#hasSpoken = true;
    Promise.resolve(behave(turn)).finally(() => this.#cancels.delete(id));
  }

  // biome-ignore lint/suspicious/noExplicitAny: as it came.
  #cancel({ event_id, response_id }: any) {
    const cancel = this.#cancels.get(response_id);
    const message = 'Cancellation failed: no active response found';
    if (!cancel) return this.#refuse('response_cancel_not_active', message, { event_id });
    cancel.abort();
  }

  #refuse(code: string, message: string, more: Partial<RealtimeError> = {}): void {
    this.send({ type: 'error', error: realtimeError('invalid_request_error', code, message, more) });
  }
}

const knownFields = new Set([
  'type',
  'output_modalities',
  'instructions',
  'tools',
  'tool_choice',
  'max_output_tokens',
  'tracing',
  'truncation',
  'reasoning',
  'audio',
]);
const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh'];

/**
 * The field of an update that the vendor would refuse.
 * @param spokenVoice the voice that has already spoken, which is fixed then
 */
// biome-ignore lint/suspicious/noExplicitAny: as it came.
function findWrongField(session: any, spokenVoice: string | undefined): RealtimeError | undefined {
  const wrong = (code: string, param: string) =>
    realtimeError('invalid_request_error', code, `Invalid: ${param}`, { param });
  const unknown = Object.keys(session).find(key => !knownFields.has(key));
  if (unknown) return wrong('unknown_parameter', `session.${unknown}`);
  if (session.type !== 'realtime') return wrong('missing_required_parameter', 'session.type');
  const { voice, speed, format } = session.audio?.output ?? {};
  if (voice !== undefined && !realtimeVoices.includes(voice))
    return wrong('invalid_value', 'session.audio.output.voice');
  if (voice !== undefined && spokenVoice !== undefined && voice !== spokenVoice)
    return wrong('cannot_update_voice', 'session.audio.output.voice');
  if (speed !== undefined && !(speed >= 0.25 && speed <= 1.5))
    return wrong('invalid_value', 'session.audio.output.speed');
  if (format !== undefined && format.type === 'audio/pcm' && format.rate !== 24_000)
    return wrong('invalid_value', 'session.audio.output.format.rate');
  const { effort } = session.reasoning ?? {};
  if (effort !== undefined && !efforts.includes(effort))
    return wrong('invalid_value', 'session.reasoning.effort');
  return undefined;
}

function merge(before: unknown, changes: unknown): unknown {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return changes;
  const start = typeof before === 'object' && before !== null ? before : {};
  const merged: Record<string, unknown> = { ...start };
  for (const [key, value] of Object.entries(changes)) merged[key] = merge(merged[key], value);
  return merged;
}

/** The vendor's greeting: a refusal is sent after the socket was opened. */
export function greetAsVendor(session: RealtimeSession, models: readonly string[]) {
  const { headers, query } = session;
  const key = /^Bearer (\S+)$/u.exec(headers.authorization ?? '')?.[1];
  if (headers['openai-beta']) return session.turnAway(realtimeErrors.betaShape, 4000);
  if (!key) return session.turnAway(realtimeErrors.invalidKey(''), 3000);
  if (!query.model) return session.turnAway(realtimeErrors.missingModel, 4000);
  if (!models.includes(query.model)) return session.turnAway(realtimeErrors.unknownModel, 4004);
  if (!query.model.startsWith('gpt-realtime')) return session.turnAway(realtimeErrors.notRealtime, 4000);
  session.greet();
}

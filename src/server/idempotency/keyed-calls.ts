import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { requireNotCancelled, unlessCancelled } from '#shared/cancellation.ts';
import { CodedError, type ErrorCode, errorCodes, errorStatuses, refuse } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { idempotencyKeys } from '../database/schema.ts';
import { acceptsLines, answerBufferBytes } from '../http/answer-with-stream.ts';
import type { App, Reply, Request } from '../http/app-types.ts';
import { describeForLog } from '../http/log.ts';

const { key, maker, endsAt } = idempotencyKeys;

/** A string of structured fields (RFC 9651) without escapes, or the same without quotes, blanks, commas and semicolons. */
const pattern = /^(?:"([ !#-[\]-~]+)"|([!#-+\--:<-[\]-~]+))$/u;
const maxCharacters = 255;

/** @throws CodedError `bad_request` when `Idempotency-Key` is malformed, or given twice */
export function readKey(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  const [, quoted, bare] = pattern.exec(String(value).trim()) ?? [];
  const found = quoted ?? bare;
  if (found && found.length <= maxCharacters) return found;
  throw refuse('bad_request', requestErrors.badIdempotencyKey);
}

/** The exclusive right of one process to handle a key. */
interface KeyClaim {
  readonly key: string;
  readonly maker: string;
}

class KeyStore {
  readonly #queries: Queries;
  readonly #secret: string;

  constructor(queries: Queries, secret: string) {
    this.#queries = queries;
    this.#secret = secret;
  }

  /** Keys are separate for each owner and call. */
  hash(owner: string, call: string, plainKey: string): string {
    const text = JSON.stringify(['idempotency', owner, call, plainKey]);
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  async isKnown(hash: string): Promise<boolean> {
    const isLive = and(eq(key, hash), gt(endsAt, sql`now()`));
    return (await this.#queries.select({ key }).from(idempotencyKeys).where(isLive)).length > 0;
  }

  /**
   * Claims a key for `seconds`.
   * @throws CodedError `key_reused` if it was used for another request; `conflict` if another process handles it, or it
   * is done and its answer is gone
   */
  async claim(hash: string, fingerprint: string, seconds: number): Promise<KeyClaim> {
    const claim = { key: hash, maker: randomUUID() };
    const values = { maker: claim.maker, fingerprint, isDone: false, endsAt: secondsFromNow(seconds) };
    const claimed = await this.#queries
      .insert(idempotencyKeys)
      .values({ key: hash, ...values })
      .onConflictDoUpdate({ target: key, set: values, setWhere: sql`${endsAt} <= now()` })
      .returning({ key });
    if (claimed.length > 0) return claim;
    const [found] = await this.#queries.select().from(idempotencyKeys).where(eq(key, hash));
    if (found && found.fingerprint !== fingerprint) throw new CodedError('key_reused');
    if (found?.isDone) throw refuse('conflict', requestErrors.alreadyDone);
    throw new CodedError('conflict', { message: fill(requestErrors.inProgress), retryAfterSeconds: 2 });
  }

  /** @param isDone the work has ended and is remembered for this long; else the claim is extended */
  async extend(claim: KeyClaim, isDone: boolean, seconds: number): Promise<void> {
    const values = { isDone, endsAt: secondsFromNow(seconds) };
    await this.#queries.update(idempotencyKeys).set(values).where(isHeld(claim));
  }

  async release(claim: KeyClaim): Promise<void> {
    await this.#queries.delete(idempotencyKeys).where(isHeld(claim));
  }
}

function isHeld(claim: KeyClaim): SQL | undefined {
  return and(eq(key, claim.key), eq(maker, claim.maker));
}

export const defaultKeyedCallLimits = {
  /** A key of a killed process is blocked for this long. */
  leaseSeconds: 30,
  /** How long a finished call is not repeated. */
  rememberSeconds: 24 * 3600,
  keepSeconds: 10 * 60,
  /** A longer answer is not kept; the oldest are dropped when the total exceeds its limit. */
  maxAnswerBytes: 8 * 1024 * 1024,
  maxKeptBytes: 32 * 1024 * 1024,
};

export type KeyedCallLimits = Readonly<typeof defaultKeyedCallLimits>;

interface KeyedCallParts {
  readonly queries: Queries;
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  readonly limits: KeyedCallLimits;
}

/** Takes everything that a call asks for, to compare it with later ones. */
export interface Digest {
  update(text: string): unknown;
}

interface Answer {
  readonly status: number;
  readonly headers: ReturnType<Reply['getHeaders']>;
  readonly body: Buffer;
  readonly failure: Request['failure'];
}

/** A call that is running, or whose answer is kept. */
interface Call {
  readonly key: string;
  readonly fingerprint: string;
  claim?: KeyClaim;
  /** Undefined if there is none to pass on: the client disconnected, or it is too long. Rejects with an error that interrupted it. */
  readonly answer: PromiseWithResolvers<Answer | undefined>;
  hasEnded: boolean;
}

interface Outcome {
  readonly answer?: Answer | undefined;
  readonly failure: string | undefined;
  readonly thrown?: { readonly error: unknown };
}

const clientDisconnected: Outcome = { failure: 'client_closed' };

/** These errors may succeed on a retry, as may all server errors. */
const retryable: readonly ErrorCode[] = ['upload_too_slow', 'conflict', 'rate_limited', 'client_closed'];

/**
 * Handles calls once per `Idempotency-Key`. Repeated calls wait for the answer of the first while it runs, and
 * get it again during the minutes after.
 */
export class KeyedCalls {
  readonly #parts: KeyedCallParts;
  readonly #store: KeyStore;
  readonly #calls = new Map<string, Call>();
  readonly #recorded = new WeakMap<Request, Call>();
  /** Oldest first. */
  readonly #kept = new Map<Call, { readonly bytes: number; readonly timer: NodeJS.Timeout }>();
  #keptBytes = 0;

  constructor(app: App, parts: KeyedCallParts) {
    this.#parts = parts;
    this.#store = new KeyStore(parts.queries, parts.secret);
    app.addHook('onSend', async (request, reply, payload) => {
      const call = this.#recorded.get(request);
      return call ? await this.#record(call, request, reply, payload) : payload;
    });
    app.addHook('onClose', async () => {
      for (const call of this.#kept.keys()) this.#forget(call);
    });
  }

  /** @param owner of the key: an account, or an address as returned by `requireVisitor` */
  open(request: Request, owner: string, plainKey: string) {
    const key = this.#store.hash(owner, `${request.method} ${request.routeOptions.url}`, plainKey);
    const digest = createHmac('sha256', this.#parts.secret).update(acceptsLines(request) ? 'lines' : 'whole');
    return {
      digest: digest as Digest,
      isKnown: async () => this.#calls.has(key) || (await this.#store.isKnown(key)),
      /** @returns whether it was answered; else the work must be done. @throws CodedError as `KeyStore.claim` */
      answerAgain: (reply: Reply) => this.#answerAgain(request, reply, key, digest.digest('base64url')),
    };
  }

  async #answerAgain(request: Request, reply: Reply, key: string, fingerprint: string): Promise<boolean> {
    for (let call = this.#calls.get(key); call; call = this.#calls.get(key)) {
      if (call.fingerprint !== fingerprint) throw new CodedError('key_reused');
      const answer = await unlessCancelled(call.answer.promise, request.work);
      if (!answer) continue;
      request.failure = answer.failure;
      for (const [name, value] of Object.entries(answer.headers))
        if (!reply.hasHeader(name)) reply.header(name, value);
      reply.code(answer.status).send(answer.body);
      return true;
    }
    const call: Call = { key, fingerprint, answer: Promise.withResolvers(), hasEnded: false };
    call.answer.promise.catch(() => {});
    this.#calls.set(key, call);
    this.#recorded.set(request, call);
    reply.raw.once('close', () => this.#end(call, clientDisconnected));
    await this.#claim(call, request.work);
    return false;
  }

  async #claim(call: Call, signal: AbortSignal): Promise<void> {
    requireNotCancelled(signal);
    const { leaseSeconds } = this.#parts.limits;
    const claim = await this.#store.claim(call.key, call.fingerprint, leaseSeconds);
    call.claim = claim;
    const renew = () => this.#store.extend(claim, false, leaseSeconds).catch(() => {});
    const timer = setInterval(renew, (leaseSeconds * 1000) / 3).unref();
    const stop = () => clearInterval(timer);
    call.answer.promise.then(stop, stop);
    if (call.hasEnded) await this.#store.release(claim);
    requireNotCancelled(signal);
  }

  async #record(call: Call, request: Request, reply: Reply, payload: unknown): Promise<unknown> {
    const end = (body: Buffer | undefined) => {
      const { failure } = request;
      const answer = body && { status: reply.statusCode, headers: reply.getHeaders(), body, failure };
      return this.#end(
        call,
        failure?.code === 'client_closed' ? clientDisconnected : { answer, failure: failure?.code },
      );
    };
    if (payload instanceof Readable) {
      const options = { objectMode: false, highWaterMark: answerBufferBytes };
      return Readable.from(this.#recordStream(call, payload, end), options);
    }
    await end(Buffer.from((payload ?? '') as string | Buffer));
    return payload;
  }

  async *#recordStream(call: Call, source: Readable, end: (body: Buffer | undefined) => Promise<void>) {
    const { maxAnswerBytes } = this.#parts.limits;
    let pieces: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const piece of source as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes <= maxAnswerBytes) pieces.push(piece);
        else pieces = [];
        yield piece;
      }
      await end(bytes <= maxAnswerBytes ? Buffer.concat(pieces) : undefined);
    } catch (error) {
      await this.#end(call, { failure: 'internal', thrown: { error } });
      throw error;
    } finally {
      await this.#end(call, clientDisconnected);
    }
  }

  /** Runs before the result is sent, because a retry must not find this call. */
  async #end(call: Call, { answer, failure, thrown }: Outcome): Promise<void> {
    if (call.hasEnded) return;
    call.hasEnded = true;
    const isDone = call.claim !== undefined && isFinal(failure);
    if (answer && isDone) this.#keep(call, answer.body.length);
    else this.#calls.delete(call.key);
    try {
      if (call.claim && isDone)
        await this.#store.extend(call.claim, true, this.#parts.limits.rememberSeconds);
      else if (call.claim) await this.#store.release(call.claim);
    } catch (error) {
      // The claim expires by itself.
      const advice =
        'The same request is refused for a minute. If this happens again, check the database with npm run doctor.';
      this.#parts.log.warn(
        { problem: describeForLog(error), advice },
        'an idempotency key could not be written down',
      );
    }
    if (thrown) call.answer.reject(thrown.error);
    else call.answer.resolve(answer);
  }

  #keep(call: Call, bytes: number): void {
    const timer = setTimeout(() => this.#forget(call), this.#parts.limits.keepSeconds * 1000).unref();
    this.#kept.set(call, { bytes, timer });
    this.#keptBytes += bytes;
    for (const oldest of this.#kept.keys())
      if (this.#keptBytes > this.#parts.limits.maxKeptBytes) this.#forget(oldest);
  }

  #forget(call: Call): void {
    const kept = this.#kept.get(call);
    if (!kept || !this.#kept.delete(call)) return;
    clearTimeout(kept.timer);
    this.#keptBytes -= kept.bytes;
    this.#calls.delete(call.key);
  }
}

function isFinal(failure: string | undefined): boolean {
  if (failure === undefined) return true;
  const code = errorCodes.find(each => each === failure) ?? 'internal';
  return errorStatuses[code] < 500 && !retryable.includes(code);
}

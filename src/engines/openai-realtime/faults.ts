import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { APIError } from 'openai';
import { z } from 'zod';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { findNamedFailure, mapError } from '../openai-compatible/connect.ts';
import {
  describeBusy,
  describeCause,
  type Failure,
  failures,
  isTimeoutStatus,
  joinPlainFacts,
  toFailure,
} from '../provider/failure.ts';
import { guardBody, mayConnectAgain, toConnectionError } from '../provider/guard-fetch.ts';
import { optional } from '../provider/written-text.ts';

/** Of the body of a refused handshake: the status is enough if it takes longer. */
const bodyLimits = { maxBytes: 64 * 1024, idleTimeoutMs: 2000, waitTimeoutMs: 2000 };
const longestRepeatWaitSeconds = 8;
const longestWaitSeconds = 24 * 3600;

interface FaultOptions {
  /** It occurred before any output, so a retry costs nothing extra. */
  readonly mayRepeat?: boolean;
  /** Codes and numbers for the log, without what may repeat the request or the key. */
  readonly facts?: readonly unknown[];
  readonly cause?: unknown;
}

export class RealtimeFault extends CodedError {
  readonly mayRepeat: boolean;

  constructor({ code, ...failure }: Failure, { mayRepeat = false, facts = [], cause }: FaultOptions = {}) {
    const words = joinPlainFacts(facts) || 'no code';
    super(code, { ...failure, cause: cause ?? new LoggedCause(`realtime: ${words}`) });
    this.mayRepeat = mayRepeat;
  }
}

export function toGarbage(found: string): RealtimeFault {
  return new RealtimeFault({ code: 'provider_garbage' }, { cause: new LoggedCause(found) });
}

export function toTimeout(fact: string): RealtimeFault {
  return new RealtimeFault({ code: 'provider_timeout' }, { facts: [fact] });
}

const word = optional(z.string());
export const errorSchema = z.object({ type: word, code: word, message: word, event_id: word });

const busyNames = ['rate_limit_exceeded', 'slow_down', 'rate_limit_error', 'tokens', 'requests'];
const serverFailed: Failure = { code: 'provider_unavailable', costsNothing: true };

/**
 * An error of the Realtime API, from an event, a failed response or a close reason. Its message may contain the organisation, parts of
 * the key or the request: only the wait time is read.
 */
export function toApiFault({ type, code, message }: z.output<typeof errorSchema>): RealtimeFault {
  const facts = [type, code];
  const named = findNamedFailure(type, code);
  if (named) return new RealtimeFault(named, { facts });
  if (busyNames.includes(code ?? '') || busyNames.includes(type ?? '')) {
    const busy = describeBusy(readWaitSeconds(message ?? ''));
    const mayRepeat = (busy.retryAfterSeconds ?? 0) <= longestRepeatWaitSeconds;
    return new RealtimeFault(busy, { facts, mayRepeat });
  }
  if (code === 'session_expired' || type === 'server_error')
    return new RealtimeFault(serverFailed, { facts, mayRepeat: true });
  return new RealtimeFault(failures.textRejected, { facts });
}

/**
 * The wait time in a sentence such as "Please try again in 1m26.4s."
 * @returns whole seconds, at least 1 and at most a day; undefined if there is none
 */
function readWaitSeconds(message: string): number | undefined {
  const [, hours, minutes, count, unit] =
    /try again in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?(?:(\d{1,6}(?:\.\d{1,6})?)(ms|s))?/u.exec(message) ?? [];
  if (hours === undefined && minutes === undefined && count === undefined) return undefined;
  const rest = Number(count ?? 0) / (unit === 'ms' ? 1000 : 1);
  const seconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + rest;
  return Math.min(Math.max(1, Math.ceil(seconds)), longestWaitSeconds);
}

/** Close codes for a server going away, not for failed work (RFC 6455 7.4.1; 1012 and 1013 by IANA's list). */
const goingAway: readonly number[] = [1001, 1011, 1012, 1013];
const keyRejectedClosing = 3000;

/**
 * Maps a closed connection to a fault. The reason is more specific than the code: the vendor uses 1013, "try again later", for an
 * account without credit.
 * @param hasBegun whether it interrupted a response
 */
export function toClosingFault(code: number, reason: string, hasBegun: boolean): RealtimeFault {
  const [type, name, ...others] = reason.split('.');
  if (type && name && others.length === 0) return toApiFault({ type, code: name });
  const facts = ['closed', code];
  if (code === keyRejectedClosing) return new RealtimeFault(failures.keyRejected, { facts });
  if (!hasBegun && goingAway.includes(code))
    return new RealtimeFault(serverFailed, { facts, mayRepeat: true });
  return new RealtimeFault(failures.answerCut, { facts });
}

/** Explains an HTTP response instead of the WebSocket: the vendor refuses inside the socket, a gateway before it. */
export async function explainHandshake(response: IncomingMessage, apiKey: string): Promise<RealtimeFault> {
  const status = response.statusCode ?? 0;
  const pieces = Readable.toWeb(response) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const body = await new Response(guardBody(pieces, bodyLimits)).json().catch(() => undefined);
  const headers = new Headers(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const),
  );
  const never = new AbortController().signal;
  const error = mapError(APIError.generate(status, body ?? undefined, undefined, headers), never, apiKey);
  const isSoon = (error.retryAfterSeconds ?? 0) <= longestRepeatWaitSeconds;
  const mayRepeat = (status === 429 || status >= 500) && isSoon && !isTimeoutStatus(status);
  return new RealtimeFault(toFailure(error), { mayRepeat, cause: error.cause });
}

export function toTransportFault(error: unknown): RealtimeFault {
  const cause = describeCause(error, { apiKey: '', listFacts: () => undefined });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof SyntaxError || error instanceof TypeError || code.startsWith('WS_ERR_'))
    return new RealtimeFault({ code: 'provider_garbage' }, { cause });
  // `ws` has no code for this, only the message.
  if (error instanceof Error && error.message === 'Opening handshake has timed out')
    return toTimeout('handshake');
  if (mayConnectAgain(error)) return new RealtimeFault(failures.unreachable, { mayRepeat: true, cause });
  return new RealtimeFault(toFailure(toConnectionError(error)), { cause });
}

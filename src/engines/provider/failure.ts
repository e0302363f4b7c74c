import { ZodError } from 'zod';
import { toCancelledError } from '#shared/cancellation.ts';
import { describeWait } from '#shared/describe-values.ts';
import { CodedError, type CodedErrorOptions, type ErrorCode, LoggedCause } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { type FilledMessage, fill, type Message } from '#shared/messages/message.ts';

const longestSeconds = 24 * 3600;

const defaultRetryAfterSeconds = 30;
/** From here on the message states the wait. */
const longWaitSeconds = 120;

export interface Failure extends Omit<CodedErrorOptions, 'cause'> {
  readonly code: ErrorCode;
}

/** Time-out statuses of a provider or gateway; 524 is Cloudflare's. The work may be done and charged, so it is not retried. */
export function isTimeoutStatus(status: number | undefined): boolean {
  return status === 408 || status === 504 || status === 524;
}

export function toFailure(error: CodedError): Failure {
  const { code, filled, operatorMessage, loggedMessage, retryAfterSeconds, costsNothing } = error;
  const message = filled ?? error.message;
  return { code, message, operatorMessage, loggedMessage, retryAfterSeconds, costsNothing };
}

/** @param cause without keys, bodies or user texts: see `describeCause` */
export function toFailedError({ code, ...rest }: Failure, cause?: unknown): CodedError {
  return new CodedError(code, { ...rest, cause });
}

export function withCost(error: CodedError, costsNothing: boolean): CodedError {
  return toFailedError({ ...toFailure(error), costsNothing }, error.cause);
}

/** Until the operator changes something. @param advice settings and commands; not shown to visitors */
export function toSetupFailure(message: FilledMessage, advice: string): Failure {
  const operatorMessage = `${message.text} ${advice}`;
  return { code: 'provider_unavailable', message, operatorMessage, costsNothing: true };
}

/** @param found for the log: without what may repeat the request or the key */
export function toGarbage(found: string, message?: FilledMessage): CodedError {
  return new CodedError('provider_garbage', { message, cause: new LoggedCause(found) });
}

export function toFreeFailure(message: FilledMessage): Failure {
  return { code: 'provider_unavailable', message, costsNothing: true };
}

export function toSetupError(message: FilledMessage, advice: string): CodedError {
  return toFailedError(toSetupFailure(message, advice));
}

export function toBusyFailure(headers: Headers | undefined): Failure {
  return describeBusy(headers && getRetryAfterSeconds(headers));
}

export function describeBusy(retryAfterSeconds = defaultRetryAfterSeconds): Failure {
  const busy = { code: 'provider_busy', retryAfterSeconds, costsNothing: true } as const;
  if (retryAfterSeconds < longWaitSeconds) return busy;
  return { ...busy, message: fill(engineMessages.busyFor, { wait: describeWait(retryAfterSeconds) }) };
}

export const failures = {
  unreachable: toFreeFailure(fill(engineMessages.unreachable)),
  wrongAddress: toSetupFailure(
    fill(engineMessages.wrongAddress),
    'A web page answers there, or something else. Check the base URL.',
  ),
  keyRejected: toSetupFailure(fill(engineMessages.keyRejected), 'Copy it whole, or make a new one.'),
  keyNotAllowed: toSetupFailure(
    fill(engineMessages.keyNotAllowed),
    'Check that the key is whole, and what it may do.',
  ),
  countryNotServed: toFreeFailure(fill(engineMessages.countryNotServed)),
  outOfCredit: toSetupFailure(
    fill(engineMessages.outOfCredit),
    'Raise the limit or add credit at the AI provider.',
  ),
  unknownModel: toSetupFailure(fill(engineMessages.modelUnavailable), 'Set another model.'),
  requestRejected: toSetupFailure(fill(engineMessages.requestRejected), 'Another model may help.'),
  textRejected: toFreeFailure(fill(engineMessages.textRejected)),
  textTooLong: toFreeFailure(fill(engineMessages.textTooLong)),
  answerCut: { code: 'provider_garbage', message: fill(engineMessages.answerCut) },
} as const satisfies Record<string, Failure>;

export function says(error: unknown, ...messages: readonly Message<string>[]): boolean {
  return error instanceof CodedError && messages.some(({ key }) => key === error.filled?.key);
}

/** Other calls send texts, so their message about a refused request speaks of one. */
export function toSoundError(error: CodedError): CodedError {
  if (!says(error, engineMessages.requestRejected, engineMessages.textRejected)) return error;
  return toFailedError({ ...toFailure(error), message: fill(engineMessages.soundRejected) }, error.cause);
}

/**
 * A provider's wait time: `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110, 10.2.3).
 * @returns whole seconds, at least 1 and at most a day; `undefined` if there is none
 */
export function getRetryAfterSeconds(headers: Headers, nowMs = Date.now()): number | undefined {
  const exactMs = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  const seconds = Number.isNaN(exactMs) ? readTime(headers.get('retry-after'), nowMs) : exactMs / 1000;
  if (seconds === undefined || !(seconds >= 0)) return undefined;
  return Math.min(Math.max(1, Math.ceil(seconds)), longestSeconds);
}

function readTime(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/u.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : (date - nowMs) / 1000;
}

const maxNamed = 8;

/** @param able models that could be used instead */
export function toMissingModelError(
  { setting, ...missing }: Readonly<Record<'model' | 'provider' | 'setting', string>>,
  able: readonly { readonly name: string }[],
): CodedError {
  // Servers may use any text as a name.
  const isPlain = (name: string) => name.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]*$/u.test(name);
  const names = able.map(({ name }) => name).filter(isPlain);
  const others = names.slice(0, maxNamed).join(', ');
  const more = names.length - maxNamed;
  const among =
    more > 0
      ? fill(engineMessages.modelMissingAmongMore, { ...missing, others, more })
      : fill(engineMessages.modelMissingAmong, { ...missing, others });
  const message = names.length === 0 ? fill(engineMessages.modelMissing, missing) : among;
  return toSetupError(message, `Name another in ${setting}.`);
}

const deepestCause = 4;

/** A status, code or id. Anything else in these fields may repeat the request. */
const plainFact = /^[\w.:+-]+$/u;
const longestFact = 80;

interface Scrubbing {
  readonly apiKey: string;
  /** What a log may contain of an SDK's own error: status, codes and ids; undefined for others. */
  readonly listFacts: (error: Error) => readonly unknown[] | undefined;
}

/**
 * A loggable error: no messages, headers, bodies, keys or pictures. SDK errors contain all of these; a 401 may repeat the key, and
 * a parser's error the response, which repeats the prompt.
 */
export function describeCause(error: unknown, scrubbing: Scrubbing): LoggedCause {
  const parts: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < deepestCause; depth += 1) {
    parts.push(describeOne(cause, scrubbing));
    cause = cause.cause;
  }
  return new LoggedCause(parts.join(' < ') || 'not an error');
}

function describeOne(error: Error, { apiKey, listFacts }: Scrubbing): string {
  const facts = listFacts(error) ?? ['code' in error ? error.code : undefined];
  const head = `${error.constructor.name}(${joinPlainFacts(facts, apiKey)})`;
  if (error instanceof CodedError) return `${head}: ${error.loggedMessage}`;
  return error instanceof LoggedCause ? `${head}: ${error.message}` : head;
}

/** Those that cannot be a text or a key. */
export function joinPlainFacts(facts: readonly unknown[], apiKey = ''): string {
  return facts
    .filter(fact => fact !== undefined && fact !== null)
    .map(String)
    .filter(fact => fact.length <= longestFact && plainFact.test(fact))
    .filter(fact => !/\bsk[-_]/u.test(fact) && (apiKey === '' || !fact.includes(apiKey)))
    .join(', ');
}

/**
 * Maps errors of a provider's calls to a `CodedError`. The vendor's text is dropped: it may repeat the request or the key.
 * @returns takes the key to remove it from the cause
 */
function createErrorMapper(
  findFailure: (error: unknown, apiKey: string) => Failure,
  listFacts: Scrubbing['listFacts'],
) {
  return (error: unknown, signal: AbortSignal, apiKey: string): CodedError => {
    if (signal.aborted) return toCancelledError(signal);
    if (!(error instanceof CodedError))
      return toFailedError(findFailure(error, apiKey), describeCause(error, { apiKey, listFacts }));
    if (error.cause === undefined) return error;
    return toFailedError(toFailure(error), describeCause(error.cause, { apiKey, listFacts }));
  };
}

type ErrorClass<Instance = Error> = abstract new (...parts: never[]) => Instance;

interface SdkReading<ApiError> {
  /** The vendors' SDKs are generated alike. */
  readonly sdk: Readonly<
    Record<'APIUserAbortError' | 'APIConnectionTimeoutError' | 'APIConnectionError', ErrorClass> & {
      APIError: ErrorClass<ApiError>;
    }
  >;
  /** What the SDK throws for JSON or events that it cannot read. */
  readonly garbage: readonly ErrorClass[];
  /** Without a status it came in the middle of a response. */
  readonly findRefusal: (error: ApiError) => Failure;
  /** Not the message: a compatible server may repeat the request in it. */
  readonly listFacts: (error: ApiError) => readonly unknown[];
}

export function createSdkMapper<ApiError extends Error & { readonly status: number | undefined }>({
  sdk,
  garbage,
  findRefusal,
  listFacts,
}: SdkReading<ApiError>) {
  return createErrorMapper(
    error => {
      if (error instanceof sdk.APIUserAbortError) return { code: 'client_closed' };
      if (error instanceof sdk.APIConnectionTimeoutError) return { code: 'provider_timeout' };
      if (error instanceof sdk.APIConnectionError) return failures.unreachable;
      if (error instanceof sdk.APIError) {
        const failure = findRefusal(error);
        return error.status === undefined ? { ...failure, costsNothing: false } : failure;
      }
      return { code: garbage.some(each => error instanceof each) ? 'provider_garbage' : 'internal' };
    },
    error => (error instanceof sdk.APIError ? listFacts(error) : undefined),
  );
}

/** An error answer to a call without an SDK. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** It came as an event of a stream: output may have been made and charged before. */
  readonly isMidway: boolean;
  /** Private, so that nothing prints it: it may repeat the request or the key. */
  readonly #body: string;

  constructor(status: number, headers: Headers, body: string, isMidway = false) {
    super(`The provider answered ${status}.`);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
    this.#body = body;
    this.isMidway = isMidway;
  }

  read<Read>(reader: (body: string) => Read): Read {
    return reader(this.#body);
  }
}

interface RefusalReading {
  readonly findFailure: (refusal: Refusal, apiKey: string) => Failure;
  /** Codes and ids in its body, for the log. */
  readonly listFacts?: (refusal: Refusal) => readonly unknown[];
}

/** The same for calls without an SDK. */
export function createRefusalMapper({ findFailure, listFacts }: RefusalReading) {
  const isUnreadable = (error: unknown): boolean => error instanceof SyntaxError || error instanceof ZodError;
  return createErrorMapper(
    (error, apiKey) => {
      if (error instanceof Refusal) {
        const failure = findFailure(error, apiKey);
        return error.isMidway ? { ...failure, costsNothing: false } : failure;
      }
      if (isUnreadable(error)) return { code: 'provider_garbage' };
      // `fetch` without a response.
      return error instanceof TypeError ? failures.unreachable : { code: 'internal' };
    },
    // Without the message, which may repeat the answer or the request.
    error => {
      if (isUnreadable(error)) return [];
      return error instanceof Refusal ? [error.status, ...(listFacts?.(error) ?? [])] : undefined;
    },
  );
}

/** What a status means where nothing more exact is known. @param rejected the failure of a 400 */
export function toStatusFailure(
  { status, headers }: { readonly status: number | undefined; readonly headers: Headers | undefined },
  rejected: Failure = failures.textRejected,
): Failure {
  if (status === 401) return failures.keyRejected;
  // Compatible servers also refuse a wrong key with it.
  if (status === 403) return failures.keyNotAllowed;
  if (status === 402) return failures.outOfCredit;
  // Also the answer to a wrong base URL.
  if (status === 404) return failures.unknownModel;
  if (status === 413) return failures.textTooLong;
  if (isTimeoutStatus(status)) return { code: 'provider_timeout' };
  if (status !== undefined && busyStatuses.has(status)) return toBusyFailure(headers);
  if (status === 400 || status === 422) return rejected;
  return { code: 'provider_unavailable', costsNothing: true };
}

/** 529 means overloaded at some providers. */
const busyStatuses = new Set([409, 425, 429, 503, 529]);

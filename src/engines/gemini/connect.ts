import { z } from 'zod';
import { describeWait } from '#shared/describe-values.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import {
  createRefusalMapper,
  type Failure,
  failures,
  getRetryAfterSeconds,
  Refusal,
  toBusyFailure,
  toFreeFailure,
  toGarbage,
  toSetupFailure,
  toStatusFailure,
} from '../provider/failure.ts';
import { findForeignKey } from '../provider/foreign-key.ts';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import {
  connectByFetch,
  type HttpConnection,
  type HttpRules,
  type ProviderAccess,
} from '../provider/prepare-connection.ts';
import { optional, parseJson } from '../provider/written-text.ts';

/** A minute of sound in one event, as base64; the vendor sends dozens of events for a sentence. */
const maxEventBytes = 4 * 2 ** 20;

export const answerKinds = {
  /** A few thousand tokens, with thoughts, are tens of kilobytes; the list of all models is below a megabyte. */
  json: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 * 2 ** 20 },
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /**
   * The longest speech, 16,384 tokens, is 655 s at 25 tokens a second: 31 MB of samples, a third more as base64. A piece of 1,000
   * characters of Chinese, the slowest language, is 250 s.
   */
  sound: {
    mediaType: /^(text\/event-stream|application\/(.+\+)?json)$/u,
    maxBytes: 24 * 2 ** 20,
    maxEventBytes,
  },
} as const satisfies Record<string, AnswerKind>;

/** Time-outs and retries match the other providers' SDKs. */
const gemini: HttpRules = {
  vendor: { name: 'Gemini', domain: 'generativelanguage.googleapis.com' },
  baseUrl: 'https://generativelanguage.googleapis.com',
  timeoutMs: 240_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: text => isFinal(parseStatus(text)),
  readWaitSeconds: text => parseStatus(text).retryAfterSeconds,
  mapError: createRefusalMapper({
    findFailure,
    listFacts(refusal) {
      const { status, reason, quotaIds } = refusal.read(parseStatus);
      return [status || undefined, reason, ...quotaIds];
    },
  }),
  composeHeaders: apiKey => ({ 'x-goog-api-key': apiKey }),
};

/** A version copied along with the address. */
const version = /\/v1(beta|alpha)?(\/openai)?\/*$/u;

/** @param access its base URL with or without a version */
export function connect(access: ProviderAccess, answer: AnswerKind): HttpConnection {
  return connectByFetch(gemini, { ...access, baseUrl: access.baseUrl?.replace(version, '') }, answer);
}

/** The path of a model by its name, with or without its kind. */
export function toModelPath(model: string): string {
  const name = /^(?:models|tunedModels)\//u.test(model) ? model : `models/${model}`;
  return `/v1beta/${name.toWellFormed().split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * The events of a stream: rows of `data:` with JSON.
 * @throws {Refusal} for an error among them; SyntaxError; CodedError `provider_garbage`
 */
export async function* readEvents({ body }: Response): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let open = '';
  for await (const bytes of body ?? []) {
    const text = decoder.decode(bytes, { stream: true });
    // An overloaded server may end a stream with an error that is no event.
    if (/^[[{]/u.test(text)) requireNoError(parseJson(text), text);
    open += text;
    if (!text.includes('\n')) continue;
    const rows = open.split('\n');
    open = rows.pop() ?? '';
    for (const row of rows) yield* readRow(row);
  }
  yield* readRow(open);
}

function* readRow(row: string): Generator<unknown> {
  const text = row.trim();
  if (text === '' || text.startsWith(':')) return;
  const { data } = /^data:(?<data>.*)$/u.exec(text)?.groups ?? {};
  if (data === undefined) throw toGarbage('a row that is no data');
  const event: unknown = JSON.parse(data);
  requireNoError(event, data);
  yield event;
}

function requireNoError(event: unknown, text: string): void {
  const { data } = statusSchema.safeParse(Array.isArray(event) ? event[0] : event);
  if (data) throw new Refusal(data.error.code ?? 500, new Headers(), text, true);
}

/**
 * The vendor's errors, `google.rpc.Status` in JSON: `{"error": {"code", "message", "status", "details": [{"@type", …}]}}`
 * (ai.google.dev/gemini-api/docs/generate-content/api-errors; google/rpc/error_details.proto for the details). Messages are only
 * matched, never shown or logged: they may repeat the request.
 */
const detailSchema = z.object({
  /** Of `ErrorInfo`. */
  reason: optional(z.string()),
  /** Of `RetryInfo`: a protobuf `Duration`, as in `41s` or `6776.5s`. */
  retryDelay: optional(z.string()),
  /** Of `QuotaFailure`. */
  violations: optional(z.array(z.object({ quotaId: z.string().catch('') }))),
});

const statusSchema = z.object({
  error: z.object({
    code: z.number().optional().catch(undefined),
    status: z.string().catch(''),
    message: z.string().catch(''),
    details: z.array(detailSchema.catch({})).catch([]),
  }),
});

type Status = ReturnType<typeof parseStatus>;

/** Such as `RESOURCE_EXHAUSTED` because of `API_KEY_INVALID`, and `GenerateRequestsPerDayPerProjectPerModel`. */
function parseStatus(body: string) {
  const parsed = parseJson(body);
  // A stream without events is a list, and so is its error.
  const { data } = statusSchema.safeParse(Array.isArray(parsed) ? parsed[0] : parsed);
  const { status = '', message = '', details = [] } = data?.error ?? {};
  const delays = details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/u.exec(retryDelay ?? '')?.[1]);
  const delay = delays.find(each => each !== undefined);
  return {
    status,
    reason: details.find(({ reason }) => reason)?.reason ?? undefined,
    message,
    quotaIds: details.flatMap(({ violations }) => (violations ?? []).map(({ quotaId }) => quotaId)),
    retryAfterSeconds: delay === undefined ? undefined : Math.max(1, Math.ceil(Number(delay))),
  };
}

/** The text of a 400, by which a field is recognised that a model does not know; undefined for other errors. */
export function readRejection(error: unknown): string | undefined {
  return error instanceof Refusal && error.status === 400 ? error.read(parseStatus).message : undefined;
}

export function meansUnknown(error: unknown): boolean {
  return error instanceof Refusal && error.status === 404;
}

/** Prepaid credit is used up. The message of every quota names "billing", so that alone is no sign. */
const meansOutOfCredit = ({ message }: Status) => /\bprepa(y|id)/iu.test(message);
/** The daily quota is used up. A short `retryDelay` beside it is wrong: the quota's name decides. */
const meansUsedUpToday = ({ quotaIds, message }: Status) =>
  quotaIds.some(id => id.includes('PerDay')) || /per_day/u.test(message);
/** A quota of 0: the key's tier does not include the model. */
const meansNotIncluded = ({ message }: Status) => /\blimit: 0\b/u.test(message);
const meansWrongKey = ({ reason, message }: Status) =>
  reason === 'API_KEY_INVALID' || /API key (not valid|expired|was reported)/iu.test(message);

/** Whether a retry a few seconds later would fail the same way. */
function isFinal(status: Status): boolean {
  return [meansOutOfCredit, meansUsedUpToday, meansNotIncluded, meansWrongKey].some(means => means(status));
}

function findFailure(refusal: Refusal, apiKey: string): Failure {
  const { status: code } = refusal;
  const status = refusal.read(parseStatus);
  if (meansWrongKey(status))
    return findForeignKey('GEMINI_API_KEY', gemini.vendor.name, apiKey) ?? failures.keyRejected;
  if (meansOutOfCredit(status)) return failures.outOfCredit;
  if (code === 429) return findQuotaFailure(refusal, status);
  if (/token count/iu.test(status.message)) return failures.textTooLong;
  if (code === 400 && status.status === 'FAILED_PRECONDITION') return findPrecondition(status);
  return toStatusFailure(refusal, failures.requestRejected);
}

/** A shorter wait beside a daily quota belongs to another quota. */
const minDayWaitSeconds = 600;

function findQuotaFailure({ headers }: Refusal, status: Status): Failure {
  if (meansNotIncluded(status))
    return toSetupFailure(fill(engineMessages.modelNotInPlan), 'Choose another model or another plan.');
  if (!meansUsedUpToday(status)) return toBusyFailure(headers);
  const retryAfterSeconds = getRetryAfterSeconds(headers) ?? 0;
  if (retryAfterSeconds < minDayWaitSeconds) return toFreeFailure(fill(engineMessages.dailyLimit));
  const message = fill(engineMessages.dailyLimitFor, { wait: describeWait(retryAfterSeconds) });
  return { ...toFreeFailure(message), retryAfterSeconds };
}

function findPrecondition({ message }: Status): Failure {
  if (/location/iu.test(message)) return failures.countryNotServed;
  return /billing/iu.test(message) ? failures.outOfCredit : failures.keyRejected;
}

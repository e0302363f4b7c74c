import { z } from 'zod';
import { parseJson } from '../provider/written-text.ts';

/**
 * The vendor's errors, `google.rpc.Status` in JSON: `{"error": {"code", "message", "status", "details": [{"@type", …}]}}`
 * (ai.google.dev/gemini-api/docs/generate-content/api-errors; google/rpc/error_details.proto for the details). Messages are only
 * matched, never shown or logged: they may repeat the request.
 */
const detailSchema = z.object({
  /** Of `ErrorInfo`. */
  reason: z.string().optional().catch(undefined),
  /** Of `RetryInfo`: a protobuf `Duration`, as in `41s` or `6776.5s`. */
  retryDelay: z.string().optional().catch(undefined),
  /** Of `QuotaFailure`. */
  violations: z
    .array(z.object({ quotaId: z.string().catch('') }))
    .optional()
    .catch(undefined),
});

const statusSchema = z.object({
  error: z.object({
    code: z.number().optional().catch(undefined),
    status: z.string().catch(''),
    message: z.string().catch(''),
    details: z.array(detailSchema.catch({})).catch([]),
  }),
});

export interface Refusal {
  /** HTTP status; for an error inside a stream, the status that the error contains. */
  readonly code: number | undefined;
  /** Such as `RESOURCE_EXHAUSTED`. */
  readonly status: string;
  /** Such as `API_KEY_INVALID`. */
  readonly reason: string | undefined;
  /** Never to be shown or logged. */
  readonly message: string;
  /** Such as `GenerateRequestsPerDayPerProjectPerModel`. */
  readonly quotaIds: readonly string[];
  readonly retryAfterSeconds: number | undefined;
}

/** The SDK puts `got status: UNAVAILABLE. ` before the body of an error inside a stream. */
const streamPrefix = /^got status: [^{]*/u;

/**
 * @param text a body of the vendor, or the message of the SDK's `ApiError`, which contains one
 * @returns undefined for anything else
 */
export function parseRefusal(text: string): Refusal | undefined {
  const parsed = parseJson(text.replace(streamPrefix, ''));
  // A stream without events is a list, and so is its error.
  const { data } = statusSchema.safeParse(Array.isArray(parsed) ? parsed[0] : parsed);
  if (!data) return undefined;
  const { code, status, message, details } = data.error;
  return {
    code,
    status,
    reason: findFirst(details, ({ reason }) => reason),
    message,
    quotaIds: details.flatMap(({ violations = [] }) => violations.map(({ quotaId }) => quotaId)),
    retryAfterSeconds: findFirst(details, ({ retryDelay }) => readDuration(retryDelay)),
  };
}

export function wasInStream(text: string): boolean {
  return streamPrefix.test(text);
}

function findFirst<Item, Found>(items: readonly Item[], pick: (item: Item) => Found | undefined) {
  for (const item of items) {
    const found = pick(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readDuration(text: string | undefined): number | undefined {
  const seconds = /^(?<seconds>\d+(\.\d+)?)s$/u.exec(text ?? '')?.groups?.seconds;
  return seconds === undefined ? undefined : Math.max(1, Math.ceil(Number(seconds)));
}

/** Prepaid credit is used up. The message of every quota names "billing", so that alone is no sign. */
export function meansOutOfCredit({ code, message }: Refusal): boolean {
  return code === 402 || /\bprepa(y|id)/iu.test(message);
}

/** The daily quota is used up. A short `retryDelay` beside it is wrong: the quota's name decides. */
export function meansUsedUpToday({ quotaIds, message }: Refusal): boolean {
  return quotaIds.some(id => id.includes('PerDay')) || /per_day/u.test(message);
}

/** A quota of 0: the key's tier does not include the model. */
export function meansNotIncluded({ code, message }: Refusal): boolean {
  return code === 429 && /\blimit: 0\b/u.test(message);
}

export function meansWrongKey({ reason, message }: Refusal): boolean {
  return reason === 'API_KEY_INVALID' || /API key (not valid|expired)/iu.test(message);
}

const longestRetryWaitSeconds = 8;

/** Whether a retry a few seconds later would fail the same way. */
export function isFinal(refusalText: string): boolean {
  const refusal = parseRefusal(refusalText);
  if (!refusal) return false;
  const tests = [meansOutOfCredit, meansUsedUpToday, meansNotIncluded, meansWrongKey];
  return (refusal.retryAfterSeconds ?? 0) > longestRetryWaitSeconds || tests.some(means => means(refusal));
}

import { z } from 'zod';

/**
 * The vendor's refusals, `google.rpc.Status` in JSON: `{"error": {"code", "message", "status", "details": [{"@type", …}]}}`
 * (ai.google.dev/gemini-api/docs/generate-content/api-errors; google/rpc/error_details.proto for the details). Its words are
 * read to tell what happened, and told to nobody: they may repeat what was asked.
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
  /** HTTP status; of an error in the middle of a stream the one that it names. */
  readonly code: number | undefined;
  /** As in `RESOURCE_EXHAUSTED`. */
  readonly status: string;
  /** As in `API_KEY_INVALID`. */
  readonly reason: string | undefined;
  /** Never to be shown or logged. */
  readonly message: string;
  /** As in `GenerateRequestsPerDayPerProjectPerModel`. */
  readonly quotaIds: readonly string[];
  /** How long the provider asks us to wait. */
  readonly retryAfterSeconds: number | undefined;
}

/** Before the body of an error in the middle of a stream the SDK writes `got status: UNAVAILABLE. `. */
const streamPrefix = /^got status: [^{]*/u;

/**
 * @param text a body of the vendor, or the message of an `ApiError` of the SDK, which holds one
 * @returns undefined for anything else
 */
export function parseRefusal(text: string): Refusal | undefined {
  const parsed = parseJson(text.replace(streamPrefix, ''));
  // A stream that was asked for without events is a list, and so is its refusal.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

/** What was paid in advance is used up. The words of every quota name "billing", so that alone says nothing. */
export function meansOutOfCredit({ code, message }: Refusal): boolean {
  return code === 402 || /\bprepa(y|id)/iu.test(message);
}

/** What the provider gives in a day is used up. A short `retryDelay` beside it is not true: the quota's name decides. */
export function meansUsedUpToday({ quotaIds, message }: Refusal): boolean {
  return quotaIds.some(id => id.includes('PerDay')) || /per_day/u.test(message);
}

/** A quota of nothing: the key's tier does not include the model. */
export function meansNotIncluded({ code, message }: Refusal): boolean {
  return code === 429 && /\blimit: 0\b/u.test(message);
}

export function meansWrongKey({ reason, message }: Refusal): boolean {
  return reason === 'API_KEY_INVALID' || /API key (not valid|expired)/iu.test(message);
}

/** The longest that nobody minds to wait for a new try. */
const longestRetryWaitSeconds = 8;

/** Whether a refusal with this text would be the same a few seconds later. */
export function isFinal(refusalText: string): boolean {
  const refusal = parseRefusal(refusalText);
  if (!refusal) return false;
  const tests = [meansOutOfCredit, meansUsedUpToday, meansNotIncluded, meansWrongKey];
  return (refusal.retryAfterSeconds ?? 0) > longestRetryWaitSeconds || tests.some(means => means(refusal));
}

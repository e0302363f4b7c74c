import OpenAI, { APIError } from 'openai';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import {
  createSdkMapper,
  type Failure,
  failures,
  toBusyFailure,
  toSetupFailure,
  toStatusFailure,
} from '../provider/failure.ts';
import { type AnswerKind, soundMediaType } from '../provider/guard-fetch.ts';
import {
  nameProvider,
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type Vendor,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { parseJson } from '../provider/written-text.ts';

interface RefusalBody {
  readonly message: string;
  readonly type?: unknown;
  readonly param?: unknown;
  readonly code?: unknown;
}

/** Ollama puts the JSON error of its inner server into its own message; no server nests deeper. */
const deepestMessage = 2;
const longestMessage = 4000;

const wordedSchema = z.looseObject({ message: z.string() });
const bodySchema = z.looseObject({
  error: z.unknown().optional(),
  detail: z.unknown().optional(),
  message: z.unknown().optional(),
});

/**
 * Reads an error in any shape of compatible servers: the vendor's `{error: {message}}`, LM Studio's and Ollama's `{error: "…"}`,
 * vLLM's older bare `{message}`, FastAPI's `{detail}`, Mistral's `{message: {detail}}`, and another server's error inside the message.
 * @returns undefined for anything else
 */
export function readRefusalBody(body: unknown, depth = 0): RefusalBody | undefined {
  if (Array.isArray(body)) return readRefusalBody(body[0], depth);
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { error, detail, message: inner } = parsed.data;
  const worded = wordedSchema.safeParse(error ?? body);
  if (worded.success) {
    const { message } = worded.data;
    const isNested = depth < deepestMessage && message.trimStart().startsWith('{');
    return (isNested && readRefusalBody(parseJson(message), depth + 1)) || cut(worded.data);
  }
  if (typeof error === 'string') return cut({ message: error });
  if (detail === undefined || detail === null)
    return depth < deepestMessage ? readRefusalBody(inner, depth + 1) : undefined;
  // A sentence, an object with one, or a list of invalid fields, which is kept as JSON.
  const message = typeof detail === 'string' ? detail : JSON.stringify(detail);
  return cut(wordedSchema.safeParse(detail).data ?? { message });
}

function cut(refusal: RefusalBody): RefusalBody {
  return { ...refusal, message: refusal.message.slice(0, longestMessage) };
}

/**
 * Rewrites error bodies into the vendor's shape: of other shapes the SDK keeps only the status.
 * @param fetch limits the size of error bodies
 */
function normalizeRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const text = await response.text();
    const body = readRefusalBody(parseJson(text));
    if (!body) return new Response(text, { status, headers });
    const plain = new Headers(headers);
    plain.delete('content-length');
    return new Response(JSON.stringify({ error: body }), { status, headers: plain });
  };
}

/** What compatible servers state only in the message, with any status. */
type RefusalReason =
  /** Question and response together exceed the model's context. */
  'too_long' | 'too_many_pictures' | 'no_pictures' | 'unknown_model' | 'out_of_memory' | 'loading';

/**
 * Sentences from the servers' sources: Ollama (server/routes.go, llm/server.go, 0.33.0-rc2), llama.cpp
 * (tools/server/server-context.cpp, b10488), vLLM (entrypoints/openai, 2026), LM Studio (its bug tracker, 0.4.8 to 0.4.17), LocalAI
 * (v4.9.0). The first reason with all patterns matching counts.
 */
const reasonWords: readonly (readonly [RefusalReason, ...RegExp[]])[] = [
  [
    'too_long',
    /exceeds? the available context size|exceed_context_size|context size has been exceeded|maximum context length|context_length_exceeded|greater than the context length|longer than the context length|prompt too long|context length of only/iu,
  ],
  [
    'no_pictures',
    /at most 0 image|image input is not supported|(?:does|do) not support (?:image|multimodal|vision)|is not a multimodal model|vision add-on is not loaded|no vision capabilit/iu,
  ],
  [
    'too_many_pictures',
    /at most \d{1,4} image|too many images|only supports (?:one|a single) image|single image per message/iu,
  ],
  ['out_of_memory', /out[ -]of[ -]memory|insufficient system resources|cudamalloc|resource limitations/iu],
  ['loading', /loading model|model_loading|model is (?:still )?loading/iu],
  [
    'unknown_model',
    /not found|is not loaded|is not installed|does not exist|models? loaded|model_not_found|has been deprecated|invalid model/iu,
    /model/iu,
  ],
];

export function findRefusalReason(error: unknown): RefusalReason | undefined {
  if (!(error instanceof APIError)) return undefined;
  return findReasonInWords([error.type, error.code, error.message].filter(Boolean).join(' '));
}

function findReasonInWords(words: string): RefusalReason | undefined {
  return reasonWords.find(([, ...patterns]) => patterns.every(pattern => pattern.test(words)))?.[0];
}

/**
 * The vendor's codes and types (developers.openai.com/docs/guides/error-codes). Those of an account without credit come with status
 * 429, like "too many requests", but retrying does not help. Project limits return `model_not_found` with 403.
 */
const namedFailures: readonly (readonly [failure: Failure, names: readonly unknown[]])[] = [
  [
    failures.outOfCredit,
    [
      'insufficient_quota',
      'billing_not_active',
      'billing_hard_limit_reached',
      'credit_balance_exhausted',
      'organization_spend_limit_exceeded',
      'project_spend_limit_exceeded',
      'organization_usage_limit_exceeded',
    ],
  ],
  [{ code: 'content_refused' }, ['content_policy_violation', 'content_filter', 'moderation_blocked']],
  [failures.keyRejected, ['invalid_api_key']],
  [failures.keyNotAllowed, ['insufficient_permissions']],
  [failures.countryNotServed, ['unsupported_country_region_territory']],
  [failures.unknownModel, ['model_not_found', 'invalid_model', 'missing_model']],
];

export function findNamedFailure(type: unknown, code: unknown): Failure | undefined {
  return namedFailures.find(([, names]) => names.includes(type) || names.includes(code))?.[0];
}

/**
 * Whether a retry would fail again although the status looks temporary: out of credit, a prompt that is too long, or a picture for
 * a model without vision, which some servers answer with 500.
 */
function isFinalRefusal(bodyText: string): boolean {
  const body = readRefusalBody(parseJson(bodyText));
  if (findNamedFailure(body?.type, body?.code) === failures.outOfCredit) return true;
  const reason = findReasonInWords(bodyText);
  return reason !== undefined && reason !== 'out_of_memory' && reason !== 'loading';
}

const mapPlain = createSdkMapper({
  sdk: OpenAI,
  garbage: [SyntaxError],
  findRefusal,
  listFacts: ({ status, type, code, param, requestID }) => [status, type, code, param, requestID],
});

/** Remembers which errors {@link meansGone}. @param apiKey is removed from the cause */
export function mapError(error: unknown, signal: AbortSignal, apiKey: string): CodedError {
  const mapped = mapPlain(error, signal, apiKey);
  if (isGone(error)) gone.add(mapped);
  return mapped;
}

const gone = new WeakSet<Error>();

export function meansGone(error: unknown): boolean {
  return error instanceof CodedError && gone.has(error);
}

function isGone(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.status === 404 || error.status === 410 || error.code === 'model_not_found';
}

/** The vendor's words for a restricted key, with status 401. */
export const lacksScope = /scope|permission/iu;

function findRefusal(error: APIError): Failure {
  const named = findNamedFailure(error.type, error.code);
  if (named) return named;
  if (error.status === 401)
    return lacksScope.test(error.message) ? failures.keyNotAllowed : failures.keyRejected;
  // Before 403: the vendor also denies a model to a project with it.
  const reason = findRefusalReason(error);
  if (reason) return describeReason(reason, error.headers);
  if (error.code === 'rate_limit_exceeded' || error.code === 'slow_down') return toBusyFailure(error.headers);
  return toStatusFailure(error, failures.requestRejected);
}

function describeReason(reason: RefusalReason, headers: Headers | undefined): Failure {
  if (reason === 'unknown_model') return failures.unknownModel;
  if (reason === 'loading') return { ...toBusyFailure(headers), message: fill(engineMessages.modelLoading) };
  return limits[reason];
}

const limits = {
  no_pictures: toSetupFailure(fill(engineMessages.seesNoImages), 'Choose a model that does.'),
  too_long: toSetupFailure(fill(engineMessages.contextTooSmall), 'Give the model a larger context.'),
  too_many_pictures: toSetupFailure(fill(engineMessages.tooManyFrames), 'Set OPENAI_VISION_PICTURES to 1.'),
  out_of_memory: toSetupFailure(fill(engineMessages.outOfMemory), 'Choose a smaller model.'),
};

export interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: OpenAI;
}

export const vendorUrl = 'https://api.openai.com/v1';

export const vendor: Vendor = { name: 'OpenAI', domain: 'api.openai.com' };

/** Has this API and is a provider of its own. */
const otherVendor: Vendor = { name: 'Mistral', domain: 'api.mistral.ai' };

export function nameServer(baseUrl: string | undefined): string {
  const isOther = baseUrl !== undefined && new URL(baseUrl).hostname === otherVendor.domain;
  return nameProvider(isOther ? otherVendor : vendor, baseUrl);
}

const json = /^application\/(.+\+)?json$/u;

export const answerKinds = {
  /** A thousand tokens are some kilobytes. */
  json: { mediaType: json, maxBytes: 2 ** 20 },
  /** Some hundreds of models with descriptions: OpenRouter's list is about a megabyte. */
  list: { mediaType: json, maxBytes: 4 * 2 ** 20 },
  /** Each token takes some hundred bytes; the SDK holds an event about ten times over. */
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /** 4,096 characters of Chinese are 17 minutes, 41 MB at the highest mp3 rate. */
  sound: { mediaType: soundMediaType, maxBytes: 47 * 2 ** 20 },
  /** Piper's own server calls its WAV file a web page. */
  piperSound: { mediaType: /^(audio\/.+|text\/html)$/u, maxBytes: 47 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;

/** Times and retries are the SDK's defaults. */
const openAi: VendorRules = {
  vendor,
  baseUrl: vendorUrl,
  timeoutMs: 600_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: isFinalRefusal,
  mapError,
};
/** The SDK would retry after its own time-out, so ours comes first; an error may take a little longer. */
const laterMs = 60_000;

/** @param access its base URL with `/v1` */
export function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const { clientSettings, ...connection } = prepareConnection(openAi, access, answer);
  const { baseUrl, timeoutMs, maxRetries, fetch } = clientSettings;
  const client = new OpenAI({
    apiKey: connection.apiKey,
    baseURL: baseUrl,
    // Null, not undefined: otherwise the SDK reads them from the environment and sends them to any server.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    timeout: timeoutMs + laterMs,
    maxRetries,
    logLevel: 'off',
    fetch: normalizeRefusals(fetch),
  });
  const providerName = access.cloud ? connection.providerName : nameServer(access.baseUrl);
  return { ...connection, providerName, client };
}

/** The client for the address where the API was found, which may differ from the configured one. */
export function clientAt({ client }: Connection, apiUrl: string): OpenAI {
  return client.baseURL === apiUrl ? client : client.withOptions({ baseURL: apiUrl });
}

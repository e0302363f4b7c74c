import { APIError } from 'openai';
import { z } from 'zod';

/** What a refusal says, in the fields that the vendor writes. */
export interface RefusalBody {
  readonly message: string;
  readonly type?: unknown;
  readonly param?: unknown;
  readonly code?: unknown;
}

/** Ollama puts the answer of the server inside it, which is JSON, into its own message; nobody does so twice. */
const deepestMessage = 2;
const longestMessage = 4000;

const wordedSchema = z.looseObject({ message: z.string() });
const bodySchema = z.looseObject({ error: z.unknown().optional(), detail: z.unknown().optional() });

/**
 * Reads a refusal in any of the shapes in which compatible servers write it: the vendor's `{error: {message}}`, LM
 * Studio's and Ollama's own `{error: "…"}`, vLLM's older `{message}` without a cover, FastAPI's `{detail}`, and another
 * server's refusal inside the message.
 * @returns undefined for what is no refusal
 */
export function readRefusalBody(body: unknown, depth = 0): RefusalBody | undefined {
  if (Array.isArray(body)) return readRefusalBody(body[0], depth);
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { error, detail } = parsed.data;
  const worded = wordedSchema.safeParse(error ?? body);
  if (worded.success) return readInside(worded.data.message, depth) ?? cut(worded.data);
  if (typeof error === 'string') return cut({ message: error });
  if (detail === undefined || detail === null) return undefined;
  // A sentence, an object with one, or the list of fields that were wrong, which is read as it is written.
  const message = typeof detail === 'string' ? detail : JSON.stringify(detail);
  return cut(wordedSchema.safeParse(detail).data ?? { message });
}

function readInside(message: string, depth: number): RefusalBody | undefined {
  if (depth >= deepestMessage || !message.trimStart().startsWith('{')) return undefined;
  return readRefusalBody(parse(message), depth + 1);
}

function cut(refusal: RefusalBody): RefusalBody {
  return { ...refusal, message: refusal.message.slice(0, longestMessage) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes every refusal look like the vendor's, so that the SDK finds its words: of other shapes it keeps the status alone.
 * @param fetch bounds the bodies of refusals
 */
export function normalizeRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const text = await response.text();
    const body = readRefusalBody(parse(text));
    if (!body) return new Response(text, { status, headers });
    const plain = new Headers(headers);
    plain.delete('content-length');
    return new Response(JSON.stringify({ error: body }), { status, headers: plain });
  };
}

/** What compatible servers say in words alone, under whatever status. */
export type RefusalReason =
  /** The question and the answer together do not fit into the context that the model was given. */
  'too_long' | 'too_many_pictures' | 'no_pictures' | 'unknown_model' | 'out_of_memory' | 'loading';

/**
 * Sentences of the servers' own sources: Ollama (server/routes.go, llm/server.go, 0.33.0-rc2), llama.cpp
 * (tools/server/server-context.cpp, b10488), vLLM (entrypoints/openai, 2026), LM Studio (its bug tracker, 0.4.8 to 0.4.17), LocalAI (v4.9.0).
 * The first that fits counts.
 */
const reasonWords: readonly (readonly [RefusalReason, RegExp])[] = [
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
    /at most \d{1,4} image|only supports (?:one|a single) image|single image per message/iu,
  ],
  ['out_of_memory', /out[ -]of[ -]memory|insufficient system resources|cudamalloc|resource limitations/iu],
  ['loading', /loading model|model_loading|model is (?:still )?loading/iu],
  [
    'unknown_model',
    /^(?=.*model)(?=.*(?:not found|is not loaded|is not installed|does not exist|models? loaded|model_not_found|has been deprecated))/isu,
  ],
];

/** Why a server refused, where its words tell more than its status. */
export function findRefusalReason(error: unknown): RefusalReason | undefined {
  if (!(error instanceof APIError)) return undefined;
  return findReasonInWords([error.type, error.code, error.message].filter(Boolean).join(' '));
}

function findReasonInWords(words: string): RefusalReason | undefined {
  return reasonWords.find(([, sentences]) => sentences.test(words))?.[0];
}

/**
 * The error codes under which the vendor says that there is nothing left to spend. They come with status 429, like
 * "too many requests", but no waiting helps (developers.openai.com/docs/guides/error-codes).
 */
const outOfCreditCodes: readonly unknown[] = [
  'insufficient_quota',
  'billing_not_active',
  'billing_hard_limit_reached',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
];

/** Whether a type or a code of the vendor's errors means that the account is out of credit. */
export function meansOutOfCredit(...names: readonly unknown[]): boolean {
  return names.some(name => outOfCreditCodes.includes(name));
}

/**
 * Whether the same request would be refused again, although the status looks like a passing trouble: out of credit, a
 * question that is too long, or a picture for a model that sees none, which some call a 500.
 */
export function isFinalRefusal(bodyText: string): boolean {
  const body = readRefusalBody(parse(bodyText));
  if (meansOutOfCredit(body?.type, body?.code)) return true;
  const reason = findReasonInWords(bodyText);
  return reason !== undefined && reason !== 'out_of_memory' && reason !== 'loading';
}

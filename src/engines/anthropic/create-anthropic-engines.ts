import Anthropic, { AnthropicError, APIError } from '@anthropic-ai/sdk';
import type { ContentBlockParam, MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import { z } from 'zod';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { maxTextTokens } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import type {
  EngineOffer,
  EngineRequest,
  FitPictures,
  NamedModels,
  ScriptEngine,
  VisionEngine,
  VisionRequest,
  WritingRequest,
} from '../ports.ts';
import { type PromptPart, toBase64, type VisionPrompt } from '../prompts/look.ts';
import { type AnswerForm, composeSystem, type ScriptPrompt } from '../prompts/material.ts';
import {
  createSdkMapper,
  type Failure,
  failures,
  toBusyFailure,
  toGarbage,
  toStatusFailure,
} from '../provider/failure.ts';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import { lookByPrompt } from '../provider/look-by-prompt.ts';
import {
  createModelChoice,
  describeEngine,
  type FoundModel,
  type ModelChoice,
  type ModelRole,
} from '../provider/model-choice.ts';
import {
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import { writeByPrompt } from '../provider/write-by-prompt.ts';
import {
  optional,
  parseJson,
  passSentences,
  readAnswer,
  readNotes,
  type WrittenPiece,
} from '../provider/written-text.ts';

interface Connection extends Omit<PreparedConnection, 'clientSettings'> {
  readonly client: Anthropic;
}

const vendorUrl = 'https://api.anthropic.com';

const answerKinds = {
  /** A thousand models of a kilobyte each; the vendor has about twenty. */
  list: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 ** 20 },
  /** Each token takes some hundred bytes. */
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 4 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;

/** Times and retries are the SDK's defaults. */
const anthropic: VendorRules = {
  vendor: { name: 'Anthropic', domain: 'api.anthropic.com' },
  baseUrl: vendorUrl,
  timeoutMs: 600_000,
  longestBodyMs: 600_000,
  maxRetries: 2,
  isOutOfCredit: isFinal,
  mapError: createSdkMapper({
    sdk: Anthropic,
    garbage: [SyntaxError, AnthropicError],
    findRefusal,
    listFacts: ({ status, type, errorCode, requestID }) => [status, type, errorCode, requestID],
  }),
};
/** The SDK would retry after its own time-out, so ours comes first. */
const laterMs = 60_000;

/** A version copied along with the address; the SDK adds its own. */
const version = /\/v1\/*$/u;

/** @param access its base URL with or without `/v1` */
function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const baseUrl = access.baseUrl?.replace(version, '');
  const { clientSettings, ...connection } = prepareConnection(anthropic, { ...access, baseUrl }, answer);
  const { timeoutMs, maxRetries, fetch } = clientSettings;
  const client = new Anthropic({
    apiKey: connection.apiKey,
    baseURL: clientSettings.baseUrl,
    // Null, not undefined: otherwise the SDK reads them from the environment.
    authToken: null,
    webhookKey: null,
    openTelemetry: false,
    timeout: timeoutMs + laterMs,
    maxRetries,
    logLevel: 'off',
    fetch,
  });
  return { ...connection, client };
}

function meansUnknown(error: unknown): boolean {
  return error instanceof APIError && error.status === 404;
}

/**
 * An error with a status, or inside a stream, where only its type tells: platform.claude.com/docs/en/api/errors and /api/rate-limits
 * (November 2026), and the SDK's `resources/shared`.
 */
function findRefusal({ status, type, errorCode, apiMessage, headers }: APIError): Failure {
  const message = apiMessage ?? '';
  if (meansSpent(type, errorCode, message)) return failures.outOfCredit;
  if (/prompt is too long/iu.test(message)) return failures.textTooLong;
  if (type === 'timeout_error') return { code: 'provider_timeout' };
  if (type === 'overloaded_error' || type === 'rate_limit_error') return toBusyFailure(headers);
  return toStatusFailure({ status, headers }, failures.requestRejected);
}

/** A spend limit has status 400 or 429, and a missing credit 400: the code or the sentence tells. */
function meansSpent(type: unknown, errorCode: unknown, message: string): boolean {
  return (
    type === 'billing_error' ||
    (typeof errorCode === 'string' && errorCode.includes('spend_limit')) ||
    /credit balance is too low|API usage limits/iu.test(message)
  );
}

const bodySchema = z.object({
  error: z.object({
    type: z.string().catch(''),
    message: z.string().catch(''),
    details: z.object({ error_code: z.string().nullish() }).nullish().catch(undefined),
  }),
});

/** Whether a retry would fail the same way although the status looks temporary: a spend limit has 429. */
function isFinal(refusalText: string): boolean {
  const body = bodySchema.safeParse(parseJson(refusalText)).data?.error;
  return body !== undefined && meansSpent(body.type, body.details?.error_code, body.message);
}

/** How a model is kept from thinking, which delays the first word and is charged. */
type Thinking =
  /** `thinking.type` of the request; no tokens are spent on thoughts. */
  | 'disabled'
  | 'between_tools'
  /** It always thinks, but less with a low effort. */
  | 'low-effort'
  | 'unknown';

interface ChosenModel extends FoundModel {
  readonly thinking: Thinking;
  /** It has structured outputs; false where the list does not tell. */
  readonly holdsForm: boolean;
}

/**
 * The first that is listed is chosen: both see pictures and answer without thinking, and the first costs a twentieth of the second.
 * platform.claude.com/docs/en/models/overview, November 2026.
 */
export const knownModels: readonly string[] = ['claude-haiku-5-5', 'claude-sonnet-5-5'];

/** The vendor's model lines, cheapest first. */
const lines: readonly unknown[] = ['haiku', 'sonnet', 'opus'];

const support = z.object({ supported: z.boolean() }).nullish();
/** `ModelInfo` of `GET /v1/models`, as the SDK describes it. Compatible servers may give the id alone. */
const modelSchema = z
  .object({
    id: z.string().min(1),
    line: z.string().nullish(),
    /** `active`, `deprecated` or `retired`. */
    lifecycle: z.string().nullish(),
    retires_at: z.string().nullish(),
    capabilities: z
      .object({
        image_input: support,
        effort: z.object({ low: support }).nullish(),
        structured_outputs: support,
        thinking: z.object({ types: z.object({ disabled: support, between_tools: support }) }).nullish(),
      })
      .nullish(),
  })
  .transform(({ id: name, ...facts }) => ({ name, ...facts }));
const listSchema = z.object({ data: z.array(modelSchema) });
type Model = z.output<typeof modelSchema>;

/** The most that the vendor gives at once; it has about twenty. */
const listPath = '/v1/models?limit=1000';

/** @param connection for lists */
function chooseModel(connection: Connection, role: ModelRole): ModelChoice<ChosenModel> {
  const { client } = connection;
  return createModelChoice(connection, role, {
    keySetting: 'ANTHROPIC_API_KEY',
    list: async signal => readAnswer(listSchema, await client.get<unknown>(listPath, { signal })).data,
    // The list has no aliases, but the vendor knows them.
    async get(name, signal) {
      const path = `/v1/models/${encodeURIComponent(name.toWellFormed())}`;
      return readAnswer(modelSchema, await client.get<unknown>(path, { signal }));
    },
    meansUnknown,
    isAble,
    known: knownModels,
    // Each line has the newest first.
    compare: (one, other) => rank(one) - rank(other),
    foundUnknown: 'the newest model of the cheapest line; none of those available is known',
    noModel: engineMessages.noChatModel,
    describe,
  });
}

function isAble({ lifecycle, capabilities }: Model): boolean {
  return (lifecycle ?? 'active') === 'active' && capabilities?.image_input?.supported !== false;
}

function rank({ line }: Model): number {
  const at = lines.indexOf(line);
  return at < 0 ? lines.length : at;
}

function describe(
  { name, retires_at, capabilities }: Partial<Model> & { readonly name: string },
  found: string,
) {
  const endsOn = z.iso.date().safeParse(retires_at?.slice(0, 10)).data;
  const holdsForm = capabilities?.structured_outputs?.supported === true;
  return { model: name, found, endsOn, thinking: findThinking(capabilities), holdsForm };
}

function findThinking(capabilities: Model['capabilities']): Thinking {
  const types = capabilities?.thinking?.types;
  if (types?.disabled?.supported) return 'disabled';
  if (types?.between_tools?.supported) return 'between_tools';
  return capabilities?.effort?.low?.supported ? 'low-effort' : 'unknown';
}

/** Undefined models are chosen from the provider's list. */
export type AnthropicSettings = ProviderAccess & Pick<NamedModels, 'visionModel' | 'scriptModel'>;

/** Anthropic or a compatible server, if a key or base URL is set. */
export function offerAnthropic(settings: AnthropicSettings, fitPictures: FitPictures): EngineOffer {
  const listing = connect({ ...settings, maxRetries: 0 }, answerKinds.list);
  const connection = connect(settings, answerKinds.events);
  const looks = { setting: 'ANTHROPIC_VISION_MODEL', named: settings.visionModel };
  const writes = { setting: 'ANTHROPIC_SCRIPT_MODEL', named: settings.scriptModel };
  return {
    id: 'anthropic',
    vision: createVision(connection, chooseModel(listing, looks), fitPictures),
    script: createScript(connection, chooseModel(listing, writes)),
  };
}

/**
 * Every model sees up to here; the older ones scale larger pictures down, the newer ones charge up to three times as much for them.
 * Ten pictures of this size are far below the limits of a request: 100 pictures, and 32 MB
 * (platform.claude.com/docs/en/build-with-claude/vision, November 2026).
 */
const maxSidePixels = 1568;

function createVision(
  connection: Connection,
  choice: ModelChoice<ChosenModel>,
  fitPictures: FitPictures,
): VisionEngine {
  async function ask({ system, parts }: VisionPrompt, { noteUsage, signal }: VisionRequest): Promise<string> {
    const content = parts.map(toBlock);
    const asked = { system, content, noteUsage, signal };
    const pieces = await Array.fromAsync(writeMessage(connection, choice, asked));
    const ending = pieces.findLast(piece => piece.ending)?.ending;
    if (!ending) throw new CodedError('provider_garbage');
    return readNotes(pieces.map(({ text }) => text).join(''), ending === 'cut');
  }

  const { providerName: name, mapError } = connection;
  const fitting = { fitPictures, maxSidePixels };
  return describeEngine({ name, isOffline: false }, choice, lookByPrompt({ fitting, ask, mapError }));
}

/** There is no field for the detail: a picture costs by its size. */
function toBlock(part: PromptPart): ContentBlockParam {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const data = toBase64(part.jpeg);
  return { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data } };
}

function createScript(connection: Connection, choice: ModelChoice<ChosenModel>): ScriptEngine {
  async function* write(
    { system, user, form }: ScriptPrompt,
    request: WritingRequest,
  ): AsyncGenerator<string> {
    const { noteUsage, signal } = request;
    const content: ContentBlockParam[] = [{ type: 'text', text: user }];
    const asked = { system, content, form, noteUsage, signal };
    yield* passSentences(writeMessage(connection, choice, asked), request);
  }

  return describeEngine({ name: connection.providerName, isOffline: false }, choice, writeByPrompt(write));
}

/**
 * The vendor's tokenizer has 30 % more tokens for the same text since Claude 4.7
 * (platform.claude.com/docs/en/models/haiku-5-5/overview).
 */
const maxWrittenTokens = Math.ceil(maxTextTokens * 1.3);
/** Thoughts count as output. Use at a low effort is not published. */
const thoughtTokens = 8000;

const count = z.number().int().nonnegative().nullish().catch(undefined);
const usageSchema = z
  .object({
    input_tokens: count,
    cache_creation_input_tokens: count,
    cache_read_input_tokens: count,
    output_tokens: count,
  })
  .nullish();
/** The events that are read: platform.claude.com/docs/en/build-with-claude/streaming. Thoughts have deltas of other types. */
const eventSchema = z.object({
  type: z.string(),
  message: optional(z.object({ model: optional(z.string()), usage: usageSchema })),
  delta: z
    .object({ type: optional(z.string()), text: z.string().nullish(), stop_reason: optional(z.string()) })
    .nullish(),
  usage: usageSchema,
});
type Counts = NonNullable<z.output<typeof usageSchema>>;

interface MessageRequest extends EngineRequest {
  readonly system: string;
  /** One user turn. */
  readonly content: ContentBlockParam[];
  readonly form?: AnswerForm | undefined;
}

/**
 * Streams a response without thoughts. Usage is noted once however it ends, unless the provider refused.
 * @throws CodedError the mapped error; `content_refused` if the vendor's filter stopped it
 */
async function* writeMessage(
  connection: Connection,
  choice: ModelChoice<ChosenModel>,
  request: MessageRequest,
): AsyncGenerator<WrittenPiece> {
  const { providerName, mapError } = connection;
  const { signal, noteUsage } = request;
  requireNotCancelled(signal);
  const chosen = await choice.require(signal);
  let { model } = chosen;
  /** Cumulative: the last of each covers the whole response. */
  let counts: Counts = {};
  let isFree = false;
  try {
    for await (const each of await send(connection, chosen, request)) {
      const { message, delta, usage } = readAnswer(eventSchema, each);
      model = message?.model || model;
      counts = { ...counts, ...onlyKnown(message?.usage), ...onlyKnown(usage) };
      const text = delta?.type === 'text_delta' ? (delta.text ?? '') : '';
      const ending = readEnding(delta?.stop_reason);
      if (text !== '' || ending) yield { text, ending };
    }
    // The SDK ends an aborted stream like a finished one.
    requireNotCancelled(signal);
  } catch (error) {
    if (meansUnknown(error)) choice.forget();
    const mapped = mapError(error, signal);
    isFree = mapped.costsNothing;
    throw mapped;
  } finally {
    if (!isFree) noteUsage?.({ provider: providerName, model, ...sumUp(counts) });
  }
}

function send({ client }: Connection, chosen: ChosenModel, { content, signal, ...request }: MessageRequest) {
  const body: MessageCreateParamsStreaming = {
    model: chosen.model,
    system: composeSystem(request, chosen.holdsForm),
    messages: [{ role: 'user', content }],
    stream: true,
    ...toFields(chosen, request.form),
  };
  // Not `messages.create`, which writes warnings about models to the console.
  return client.post<AsyncIterable<unknown>>('/v1/messages', { body, signal, stream: true });
}

/** The form: platform.claude.com/docs/en/build-with-claude/structured-outputs, November 2026. */
function toFields({ thinking, holdsForm }: ChosenModel, form: AnswerForm | undefined) {
  const config = {
    ...(thinking === 'low-effort' && { effort: 'low' as const }),
    ...(holdsForm && form && { format: { type: 'json_schema' as const, schema: form.schema } }),
  };
  const output = Object.keys(config).length > 0 && { output_config: config };
  if (thinking === 'disabled' || thinking === 'between_tools')
    return { max_tokens: maxWrittenTokens, thinking: { type: thinking }, ...output };
  return { max_tokens: maxWrittenTokens + thoughtTokens, ...output };
}

function onlyKnown(counts: Counts | null | undefined): Counts {
  return Object.fromEntries(Object.entries(counts ?? {}).filter(([, value]) => typeof value === 'number'));
}

/** platform.claude.com/docs/en/build-with-claude/handling-stop-reasons. The others belong to tools. */
function readEnding(stopReason: string | null | undefined): WrittenPiece['ending'] {
  if (!stopReason) return undefined;
  if (stopReason === 'end_turn' || stopReason === 'stop_sequence') return 'whole';
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded') return 'cut';
  if (stopReason === 'refusal') throw new CodedError('content_refused');
  throw toGarbage('ended without a usual reason');
}

/** Tokens of a cache come beside the others. */
function sumUp({ input_tokens, output_tokens, ...cached }: Counts) {
  if (typeof input_tokens !== 'number') return {};
  const fromCache = (cached.cache_creation_input_tokens ?? 0) + (cached.cache_read_input_tokens ?? 0);
  return { textTokensIn: input_tokens + fromCache, textTokensOut: output_tokens ?? undefined };
}

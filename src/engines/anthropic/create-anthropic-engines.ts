import Anthropic, {
  AnthropicError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from '@anthropic-ai/sdk';
import type { ContentBlockParam, MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import { z } from 'zod';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { maxTextTokens } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { type FitPictures, fitFrames } from '../fit-pictures.ts';
import type {
  EngineOffer,
  EngineRequest,
  ScriptEngine,
  VisionEngine,
  VisionRequest,
  WritingRequest,
} from '../ports.ts';
import {
  createErrorMapper,
  type ErrorDescription,
  type Failure,
  failures,
  toBusyFailure,
  toFailedError,
  toFailure,
  toSetupFailure,
  toStatusFailure,
} from '../provider/failure.ts';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import {
  createModelChoice,
  type FoundModel,
  findModel,
  type ModelChoice,
  type ModelSource,
} from '../provider/model-choice.ts';
import {
  type PreparedConnection,
  type ProviderAccess,
  prepareConnection,
  type VendorRules,
} from '../provider/prepare-connection.ts';
import type { ScriptPrompt } from '../provider/prompt-material.ts';
import { writeByPrompt } from '../provider/script-prompts.ts';
import { composeVisionPrompt, type PromptPart } from '../provider/vision-prompt.ts';
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
  /** Only to identify another vendor's by its form. */
  readonly apiKey: string;
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
  mapError: createErrorMapper({ findFailure, describeOwn }),
};
/** The SDK would retry after its own time-out, so ours comes first. */
const laterMs = 60_000;

/** A version copied along with the address; the SDK adds its own. */
const version = /\/v1\/*$/u;

/**
 * Prepares calls that return one kind of body.
 * @param access its base URL with or without `/v1`
 * @throws RangeError without key and base URL
 */
function connect(access: ProviderAccess, answer: AnswerKind): Connection {
  const baseUrl = access.baseUrl?.replace(version, '');
  const { clientSettings, ...connection } = prepareConnection(anthropic, { ...access, baseUrl }, answer);
  const { apiKey, timeoutMs, maxRetries, fetch } = clientSettings;
  const client = new Anthropic({
    apiKey,
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
  return { ...connection, apiKey, client };
}

function meansUnknown(error: unknown): boolean {
  return error instanceof APIError && error.status === 404;
}

/** Errors: platform.claude.com/docs/en/api/errors and /api/rate-limits (November 2026), and the SDK's `resources/shared`. */
function findFailure(error: unknown): Failure {
  if (error instanceof CodedError) return toFailure(error);
  if (error instanceof APIUserAbortError) return { code: 'client_closed' };
  if (error instanceof APIConnectionTimeoutError) return { code: 'provider_timeout' };
  if (error instanceof APIConnectionError) return failures.unreachable;
  if (error instanceof APIError) {
    const failure = findRefusal(error);
    // Without a status it came in the middle of a response.
    return error.status === undefined ? { ...failure, costsNothing: false } : failure;
  }
  // The SDK parses JSON bodies and events itself.
  if (error instanceof SyntaxError || error instanceof AnthropicError) return { code: 'provider_garbage' };
  return { code: 'internal' };
}

/** An error with a status, or inside a stream, where only its type tells. */
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

/** Without the message, which may repeat the request. */
function describeOwn(error: Error): ErrorDescription | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, type, errorCode, requestID } = error;
  return { facts: [status, type, errorCode, requestID] };
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
}

type ChatModelChoice = ModelChoice<ChosenModel>;

interface ModelRole {
  readonly setting: string;
  readonly named: string | undefined;
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
        thinking: z.object({ types: z.object({ disabled: support, between_tools: support }) }).nullish(),
      })
      .nullish(),
  })
  .transform(({ id: name, ...facts }) => ({ name, ...facts }));
const listSchema = z.object({ data: z.array(modelSchema) });
type Model = z.output<typeof modelSchema>;

/** The most that the vendor gives at once; it has about twenty. */
const listPath = '/v1/models?limit=1000';

/** Another vendor's key, by its start. It is not sent. */
const foreignKey = /^(?:AIza|AQ\.|sk-(?!ant-)|sk_|gsk_|xai-|hf_)/u;

/** @param connection for lists */
function chooseModel(connection: Connection, role: ModelRole): ChatModelChoice {
  const { client, isVendor, apiKey, providerName: provider, mapError } = connection;

  async function ask<T extends z.ZodType>(path: string, schema: T, signal: AbortSignal) {
    try {
      return readAnswer(schema, await client.get<unknown>(path, { signal }));
    } catch (error) {
      if (meansUnknown(error)) return undefined;
      throw error;
    }
  }

  const source: ModelSource<Model, ChosenModel> = {
    list: async signal => (await ask(listPath, listSchema, signal))?.data,
    // The list has no aliases, but the vendor knows them.
    get: (name, signal) => ask(`/v1/models/${encodeURIComponent(name.toWellFormed())}`, modelSchema, signal),
    isAble,
    known: knownModels,
    // Each line has the newest first.
    compare: (one, other) => rank(one) - rank(other),
    foundUnknown: 'the newest model of the cheapest line; none of those available is known',
    noModel: engineMessages.noChatModel,
    describe,
  };
  return createModelChoice({
    named: role.named,
    async find(signal) {
      if (isVendor && foreignKey.test(apiKey)) throw toFailedError(keyOfAnother);
      return await findModel(source, { ...role, provider }, signal);
    },
    mapError,
  });
}

const keyOfAnother = toSetupFailure(fill(engineMessages.keyOfAnother), 'Check ANTHROPIC_API_KEY.');

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
  return { model: name, found, endsOn, thinking: findThinking(capabilities) };
}

function findThinking(capabilities: Model['capabilities']): Thinking {
  const types = capabilities?.thinking?.types;
  if (types?.disabled?.supported) return 'disabled';
  if (types?.between_tools?.supported) return 'between_tools';
  return capabilities?.effort?.low?.supported ? 'low-effort' : 'unknown';
}

/** Undefined models are chosen from the provider's list. */
export interface AnthropicSettings extends ProviderAccess {
  readonly visionModel: string | undefined;
  readonly scriptModel: string | undefined;
}

/** After this the next caller asks again. */
const longestListingMs = 5000;

/** Anthropic or a compatible server, if a key or base URL is set. */
export function offerAnthropic(settings: AnthropicSettings, fitPictures: FitPictures): EngineOffer {
  const timeoutMs = Math.min(settings.timeoutMs ?? longestListingMs, longestListingMs);
  const listing = connect({ ...settings, timeoutMs, maxRetries: 0 }, answerKinds.list);
  const connection = connect(settings, answerKinds.events);
  const choose = (role: ModelRole) => chooseModel(listing, role);
  return {
    id: 'anthropic',
    vision: createVision(
      connection,
      choose({ setting: 'ANTHROPIC_VISION_MODEL', named: settings.visionModel }),
      fitPictures,
    ),
    script: createScript(
      connection,
      choose({ setting: 'ANTHROPIC_SCRIPT_MODEL', named: settings.scriptModel }),
    ),
  };
}

/**
 * Every model sees up to here; the older ones scale larger pictures down, the newer ones charge up to three times as much for them.
 * Ten pictures of this size are far below the limits of a request: 100 pictures, and 32 MB
 * (platform.claude.com/docs/en/build-with-claude/vision, November 2026).
 */
const maxSidePixels = 1568;

/** Analyses all frames in one request. */
function createVision(
  connection: Connection,
  choice: ChatModelChoice,
  fitPictures: FitPictures,
): VisionEngine {
  async function analyze(request: VisionRequest): Promise<string> {
    const frames = await fitFrames(request, fitPictures, maxSidePixels);
    const { system, parts } = composeVisionPrompt({ ...request, frames });
    let notes = '';
    let ending: 'whole' | 'cut' | undefined;
    for await (const piece of writeMessage(connection, choice, {
      ...request,
      system,
      content: parts.map(toBlock),
    })) {
      notes += piece.text;
      ending = piece.ending ?? ending;
    }
    if (!ending) throw new CodedError('provider_garbage');
    return readNotes(notes, ending === 'cut');
  }

  return {
    provider: { name: connection.providerName, isOffline: false },
    get model() {
      return choice.current;
    },
    checkReadiness: choice.checkReadiness,
    analyze,
  };
}

function toBlock(part: PromptPart): ContentBlockParam {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { buffer, byteOffset, byteLength } = part.jpeg;
  const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data } };
}

function createScript(connection: Connection, choice: ChatModelChoice): ScriptEngine {
  async function* write({ system, user }: ScriptPrompt, request: WritingRequest): AsyncGenerator<string> {
    const { noteUsage, signal } = request;
    const content: ContentBlockParam[] = [{ type: 'text', text: user }];
    yield* passSentences(writeMessage(connection, choice, { system, content, noteUsage, signal }), request);
  }

  return {
    provider: { name: connection.providerName, isOffline: false },
    get model() {
      return choice.current;
    },
    checkReadiness: choice.checkReadiness,
    ...writeByPrompt(write),
  };
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
}

/**
 * Streams a response without thoughts. Usage is noted once however it ends, unless the provider refused.
 * @throws CodedError the mapped error; `content_refused` if the vendor's filter stopped it
 */
async function* writeMessage(
  connection: Connection,
  choice: ChatModelChoice,
  request: MessageRequest,
): AsyncGenerator<WrittenPiece> {
  const { providerName, mapError } = connection;
  const { signal, noteUsage } = request;
  requireNotCancelled(signal);
  const chosen = await choice.require(signal);
  const progress: Progress = { model: chosen.model, counts: {} };
  let isFree = false;
  try {
    yield* readPieces(await send(connection, chosen, request), progress);
    // The SDK ends an aborted stream like a finished one.
    requireNotCancelled(signal);
  } catch (error) {
    if (meansUnknown(error)) choice.forget();
    const mapped = mapError(error, signal);
    isFree = mapped.costsNothing;
    throw mapped;
  } finally {
    if (!isFree) noteUsage?.({ provider: providerName, model: progress.model, ...sumUp(progress.counts) });
  }
}

interface Progress {
  /** As the response names it. */
  model: string;
  /** Cumulative: the last of each covers the whole response. */
  counts: Counts;
}

function send({ client }: Connection, chosen: ChosenModel, { system, content, signal }: MessageRequest) {
  const body: MessageCreateParamsStreaming = {
    model: chosen.model,
    system,
    messages: [{ role: 'user', content }],
    stream: true,
    ...toFields(chosen),
  };
  // Not `messages.create`, which writes warnings about models to the console.
  return client.post<AsyncIterable<unknown>>('/v1/messages', { body, signal, stream: true });
}

function toFields({ thinking }: ChosenModel) {
  if (thinking === 'disabled' || thinking === 'between_tools')
    return { max_tokens: maxWrittenTokens, thinking: { type: thinking } };
  const effort = thinking === 'low-effort' && { output_config: { effort: 'low' as const } };
  return { max_tokens: maxWrittenTokens + thoughtTokens, ...effort };
}

async function* readPieces(events: AsyncIterable<unknown>, progress: Progress): AsyncGenerator<WrittenPiece> {
  for await (const each of events) {
    const { message, delta, usage } = readAnswer(eventSchema, each);
    progress.model = message?.model || progress.model;
    progress.counts = { ...progress.counts, ...onlyKnown(message?.usage), ...onlyKnown(usage) };
    const text = delta?.type === 'text_delta' ? (delta.text ?? '') : '';
    const ending = readEnding(delta?.stop_reason);
    if (text !== '' || ending) yield { text, ending };
  }
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
  throw new CodedError('provider_garbage', { cause: new LoggedCause('ended without a usual reason') });
}

/** Tokens of a cache come beside the others. */
function sumUp({ input_tokens, output_tokens, ...cached }: Counts) {
  if (typeof input_tokens !== 'number') return {};
  const fromCache = (cached.cache_creation_input_tokens ?? 0) + (cached.cache_read_input_tokens ?? 0);
  return { textTokensIn: input_tokens + fromCache, textTokensOut: output_tokens ?? undefined };
}

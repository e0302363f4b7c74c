import type { ContentBlockParam, MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import { z } from 'zod';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { maxTextTokens } from '#shared/limits.ts';
import { type FitPictures, fitFrames } from '../fit-pictures.ts';
import type {
  EngineOffer,
  EngineRequest,
  ScriptEngine,
  VisionEngine,
  VisionRequest,
  WritingRequest,
} from '../ports.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import type { ScriptPrompt } from '../provider/prompt-material.ts';
import { writeByPrompt } from '../provider/script-prompts.ts';
import { composeVisionPrompt, type PromptPart } from '../provider/vision-prompt.ts';
import {
  optional,
  passSentences,
  readAnswer,
  readNotes,
  type WrittenPiece,
} from '../provider/written-text.ts';
import { type ChatModelChoice, type ChosenModel, chooseModel, type ModelRole } from './choose-model.ts';
import { answerKinds, type Connection, connect, meansUnknown } from './connect.ts';

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

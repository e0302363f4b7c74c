import { APIError } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { NoteUsage, ScriptEngine, WritingRequest } from '../ports.ts';
import { passSentences, type WrittenPiece } from '../provider/pass-sentences.ts';
import { writeByPrompt } from '../provider/prompted-script.ts';
import type { ScriptPrompt } from '../provider/script-prompt.ts';
import { optional, readAnswer } from '../provider/written-text.ts';
import { toFields, toStreamFields } from './chat-options.ts';
import type { ChatSender, Sent } from './chat-request.ts';
import type { ModelChoice } from './choose-model.ts';
import { type Connection, clientAt } from './connect.ts';
import { readRefusalBody } from './refusals.ts';
import { filterThoughts, withoutThoughts } from './thoughts.ts';

export interface ChatAccess {
  readonly connection: Connection;
  readonly sender: ChatSender;
}

export interface ChatQuestion {
  readonly messages: ChatCompletionMessageParam[];
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

export interface ChatAnswer {
  /** Without thoughts. May be empty. */
  readonly text: string;
  /** Whether it was cut at the token limit. */
  readonly wasCut: boolean;
}

/** Some servers return a text in parts. */
const textOrParts = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().catch('') }))
    .transform(parts => parts.map(({ text }) => text).join('')),
]);

/**
 * The fields that are read of a chat completion. Validated, because the base URL may be any server and the SDK does not check.
 * Shapes: platform.openai.com/docs/api-reference/chat. Thoughts are not read: servers put them into `reasoning` (Ollama, vLLM,
 * LocalAI) or `reasoning_content` (llama.cpp, LM Studio).
 */
const messageSchema = z.object({ content: textOrParts.nullish(), refusal: optional(z.string()) });
const count = z.number().int().nonnegative().optional().catch(undefined);
const usageSchema = optional(z.object({ prompt_tokens: count, completion_tokens: count }));
const model = optional(z.string());
const completionSchema = z.object({
  model,
  usage: usageSchema,
  // A whole response counts as finished even without a reason; Ollama sends null when it stopped a model that repeats itself.
  choices: z
    .array(z.object({ message: messageSchema, finish_reason: z.string().nullable().catch('stop') }))
    .min(1),
});
/** A streamed chunk. The last may have only token counts and no choices. */
const chunkSchema = z.object({
  model,
  usage: usageSchema,
  choices: z
    .array(z.object({ delta: messageSchema.nullish(), finish_reason: optional(z.string()) }))
    .nullish(),
});

/**
 * Requests a whole response. If a model spent its tokens on thinking, retries once with a higher limit, which is remembered.
 * @throws errors of the SDK, and CodedError
 */
export async function askChat(access: ChatAccess, question: ChatQuestion): Promise<ChatAnswer> {
  const { connection, sender } = access;
  const { messages, signal } = question;
  const sent = await sender.send(signal, ({ chosen, options }) =>
    clientAt(connection, chosen.apiUrl).post<unknown>('/chat/completions', {
      body: { model: chosen.name, messages, ...toFields(options) },
      signal,
    }),
  );
  requireNoError(sent.answer);
  const { choices, usage, model } = readAnswer(completionSchema, sent.answer);
  noteTokens(access, question, model || sent.chosen.name, usage);
  const [first] = choices;
  requireNotDeclined(first?.message, first?.finish_reason);
  const text = withoutThoughts(first?.message.content ?? '');
  const wasCut = first?.finish_reason === 'length';
  if (wasCut && text.trim() === '' && sender.allowMore(sent)) return await askChat(access, question);
  if (!first?.finish_reason) throw new CodedError('provider_garbage');
  return { text, wasCut };
}

interface Progress {
  model: string;
  usage: z.output<typeof usageSchema>;
  ending: WrittenPiece['ending'];
  hasText: boolean;
}

/**
 * Streams a response without thoughts. A stream that ends without a reason counts as broken off. If a model spent its tokens on
 * thinking, retries once with a higher limit, which is remembered.
 * @throws errors of the SDK, and CodedError
 */
async function* streamChat(access: ChatAccess, question: ChatQuestion): AsyncGenerator<WrittenPiece> {
  const { connection, sender } = access;
  const { messages, signal } = question;
  const sent = await sender.send(signal, ({ chosen, options }) =>
    clientAt(connection, chosen.apiUrl).chat.completions.create(
      {
        model: chosen.name,
        messages,
        ...toFields(options),
        ...toStreamFields(options, connection.isVendor),
        stream: true,
      },
      { signal },
    ),
  );
  const progress: Progress = { model: sent.chosen.name, usage: undefined, ending: undefined, hasText: false };
  try {
    for await (const text of readTexts(sent, progress, sender)) {
      progress.hasText ||= text.trim() !== '';
      if (text !== '') yield { text };
    }
  } finally {
    noteTokens(access, question, progress.model, progress.usage);
  }
  if (progress.ending === 'cut' && !progress.hasText && sender.allowMore(sent))
    yield* streamChat(access, question);
  else yield { text: '', ending: progress.ending };
}

async function* readTexts(
  sent: Sent<AsyncIterable<unknown>>,
  progress: Progress,
  sender: ChatSender,
): AsyncGenerator<string> {
  const thoughts = filterThoughts({ startsInside: sent.options.startsThinking });
  for await (const each of sent.answer) {
    const chunk = readAnswer(chunkSchema, each);
    progress.model = chunk.model || progress.model;
    progress.usage = chunk.usage ?? progress.usage;
    const first = chunk.choices?.[0];
    requireNotDeclined(first?.delta, first?.finish_reason);
    if (first?.finish_reason) progress.ending = first.finish_reason === 'length' ? 'cut' : 'whole';
    const text = thoughts.push(first?.delta?.content ?? '');
    if (thoughts.leaked) {
      sender.expectThought(sent);
      throw new CodedError('provider_garbage', {
        message: fill(engineMessages.thoughtsInScript),
      });
    }
    yield text;
  }
  yield thoughts.end();
}

/** @throws CodedError `content_refused` if the provider declined */
function requireNotDeclined(
  message: z.output<typeof messageSchema> | null | undefined,
  finishReason: string | null | undefined,
): void {
  if (message?.refusal || finishReason === 'content_filter') throw new CodedError('content_refused');
}

/** Some servers return errors with status 200. @throws APIError with their message */
function requireNoError(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('error' in answer) || !answer.error) return;
  throw new APIError(undefined, readRefusalBody(answer), undefined, undefined);
}

function noteTokens(
  { connection }: ChatAccess,
  { noteUsage }: ChatQuestion,
  model: string,
  usage: Progress['usage'],
): void {
  noteUsage?.({
    provider: connection.providerName,
    model,
    textTokensIn: usage?.prompt_tokens,
    textTokensOut: usage?.completion_tokens,
  });
}

export function createScript(access: ChatAccess, choice: ModelChoice): ScriptEngine {
  const { providerName, mapError } = access.connection;

  async function* write({ system, user }: ScriptPrompt, request: WritingRequest): AsyncGenerator<string> {
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ];
    try {
      yield* passSentences(streamChat(access, { ...request, messages }), request);
    } catch (error) {
      throw mapError(error, request.signal);
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    get model() {
      return choice.model;
    },
    checkReadiness: choice.checkReadiness,
    ...writeByPrompt(write),
  };
}

import { APIError, BadRequestError, UnprocessableEntityError } from 'openai';
import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxTextTokens } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import type { EngineRequest, Provider, ScriptEngine, WritingRequest } from '../ports.ts';
import { type AnswerForm, composeSystem, type ScriptPrompt } from '../prompts/material.ts';
import { describeEngine } from '../provider/model-choice.ts';
import { writeByPrompt } from '../provider/write-by-prompt.ts';
import { optional, passSentences, readAnswer, type WrittenPiece } from '../provider/written-text.ts';
import type { ChosenModel, ModelChoice } from './choose-model.ts';
import {
  answerKinds,
  type Connection,
  clientAt,
  connect,
  findRefusalReason,
  readRefusalBody,
} from './connect.ts';
import type { ServerKind } from './list-models.ts';
import type { Server } from './server.ts';

/** Tags around thoughts that a server leaves in the text. */
const opening = /<(?:think|thinking|thought|reasoning)>|\[THINK\]/u;
const closing = /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]/u;
const anyMark = /<\/?(?:think|thinking|thought|reasoning)>|\[\/?THINK\]/u;
/** `</reasoning>` without its last character. */
const longestStart = 11;
const startOfMark = /[<[][^<[>\]]{0,10}$/u;

/** @param startsInside the model's template opens a thought in the prompt: all is thought until a closing tag, if there is one */
export function filterThoughts({ startsInside = false } = {}) {
  let text = '';
  /** What was written before it while nothing is certain. */
  let held = '';
  let isInside = false;
  let isHeld = startsInside;
  let hasGiven = false;
  let leaked = false;

  function passMarks(): string {
    let given = '';
    for (let mark = find(); mark; mark = find()) {
      const before = text.slice(0, mark.index);
      text = text.slice(mark.index + mark[0].length);
      held = '';
      if (isInside) isInside = false;
      else if (opening.test(mark[0])) {
        if (!isHeld) given += before;
        isInside = true;
      } else {
        // Closes a thought opened in the prompt: all text before it was thought.
        leaked ||= hasGiven;
        given = '';
        isHeld = false;
      }
    }
    return given;
  }

  function find(): RegExpExecArray | null {
    return (isInside ? closing : anyMark).exec(text);
  }

  function give(given: string): string {
    hasGiven ||= given.trim() !== '';
    return given;
  }

  return {
    /** Returns the new text that is certainly not a thought. */
    push(piece: string): string {
      text += piece;
      const given = passMarks();
      // Only a tag matters; keeping a short tail avoids rescanning.
      if (isHeld && !isInside) held += text.slice(0, -longestStart);
      if (isInside || isHeld) text = text.slice(-longestStart);
      if (isInside || isHeld) return give(given);
      const sure = startOfMark.exec(text)?.index ?? text.length;
      const more = text.slice(0, sure);
      text = text.slice(sure);
      return give(given + more);
    },
    end(): string {
      const rest = isInside ? '' : held + text;
      text = '';
      return give(rest);
    },
    /**
     * Whether a thought was closed that was never opened, after text was returned: that text was a thought, too. Some templates open
     * it in the prompt.
     */
    get leaked() {
      return leaked;
    },
  };
}

export function withoutThoughts(text: string): string {
  const filter = filterThoughts();
  return filter.push(text) + filter.end();
}

interface ChatOptions {
  /** `max_tokens` is in the specification, and every compatible server knows it; the vendor's newer models refuse it. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens';
  /** Output limit, thoughts included. */
  readonly maxTokens: number;
  /** Ways of turning thinking off: thoughts delay the first word and are charged. */
  readonly quietBy: readonly QuietWay[];
  readonly sendsStreamOptions: boolean;
  /** How closely to look at pictures. */
  readonly sendsDetail: boolean;
  /** It holds a model to a form by `response_format`. */
  readonly holdsForm: boolean;
  /** It closes a thought that it never opened: all text before that is thought. */
  readonly startsThinking: boolean;
}

const learnt = new WeakMap<object, Map<string, ChatOptions>>();

/**
 * `effort`: OpenAI's; Ollama knows no other (openai/openai.go, 0.33.0-rc2). `template`: an option of the chat template, which llama.cpp
 * and vLLM fill in; all their versions take it, while with `none` for the effort Gemma 4 invented things there. `switch`: DeepSeek's
 * (api-docs.deepseek.com/guides/thinking_mode).
 */
const quietFields = {
  effort: { reasoning_effort: 'none' },
  template: { chat_template_kwargs: { enable_thinking: false } },
  switch: { thinking: { type: 'disabled' } },
} as const;

type QuietWay = keyof typeof quietFields;

const quietWords: readonly (readonly [QuietWay, RegExp])[] = [
  ['template', /chat_template_kwargs|enable_thinking/u],
  ['effort', /reasoning|thinking/iu],
  ['switch', /thinking/iu],
];

const firstWays: Partial<Record<ServerKind, QuietWay>> = {
  'llama.cpp': 'template',
  vllm: 'template',
  deepseek: 'switch',
};

function chooseFirstOptions(kind: ServerKind, isVendor: boolean): ChatOptions {
  return {
    limitName: isVendor ? 'max_completion_tokens' : 'max_tokens',
    maxTokens: maxTextTokens,
    quietBy: [firstWays[kind] ?? 'effort'],
    // Mistral refuses the field, and ends each stream with the usage (docs.mistral.ai/api/endpoint/chat).
    sendsStreamOptions: kind !== 'mistral',
    sendsDetail: true,
    holdsForm: true,
    startsThinking: false,
  };
}

function toFields({ limitName, maxTokens, quietBy }: ChatOptions) {
  const fields: object[] = quietBy.map(way => quietFields[way]);
  return Object.assign({ [limitName]: maxTokens }, ...fields) as object;
}

/**
 * Structured output as OpenAI and Azure have it (developers.openai.com/api/docs/guides/structured-outputs), Mistral
 * (docs.mistral.ai/inference/conversations/structured-output/custom), Ollama, llama.cpp, vLLM and LM Studio, November 2026.
 */
function toMessages({ system, user, form }: ChatQuestion, { holdsForm, sendsDetail }: ChatOptions) {
  const content = sendsDetail || typeof user === 'string' ? user : user.map(withoutDetail);
  const messages = [
    { role: 'system' as const, content: composeSystem({ system, form }, holdsForm) },
    { role: 'user' as const, content },
  ];
  if (!form || !holdsForm) return { messages };
  const { name, schema } = form;
  const format = { type: 'json_schema' as const, json_schema: { name, strict: true, schema } };
  return { messages, response_format: format };
}

function withoutDetail(part: ChatCompletionContentPart): ChatCompletionContentPart {
  return part.type === 'image_url' ? { ...part, image_url: { url: part.image_url.url } } : part;
}

/** The vendor pads its events unless told otherwise; other servers know no such option. */
function toStreamFields({ sendsStreamOptions }: ChatOptions, isVendor: boolean) {
  if (!sendsStreamOptions) return {};
  return { stream_options: { include_usage: true, ...(isVendor && { include_obfuscation: false }) } };
}

/** Words of a refusal of it: those of the field, of models without it, and of servers whose grammar cannot be made. */
const formWords = /response_?format|json_?schema|json_object|structured output|grammar/iu;

/**
 * Options for the next try after a refusal, which is free. Avoids a list of models and their options. Each field is dropped at most
 * once, so that this ends.
 * @returns undefined if the refusal has another reason
 */
function learnFromRefusal(options: ChatOptions, error: unknown): ChatOptions | undefined {
  if (!(error instanceof APIError)) return undefined;
  const said = `${String(error.param)} ${error.message}`;
  // Some servers fail with 500 where they cannot hold a model to a form.
  if (options.holdsForm && formWords.test(said)) return { ...options, holdsForm: false };
  if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) return undefined;
  if (options.limitName === 'max_tokens' && said.includes('max_completion_tokens'))
    return { ...options, limitName: 'max_completion_tokens' };
  if (options.sendsStreamOptions && /stream_options|include_usage|include_obfuscation/u.test(said))
    return { ...options, sendsStreamOptions: false };
  if (options.sendsDetail && /\bdetail\b/u.test(said)) return { ...options, sendsDetail: false };
  const refused = quietWords.find(([way, words]) => options.quietBy.includes(way) && words.test(said))?.[0];
  return refused && { ...options, quietBy: options.quietBy.filter(way => way !== refused) };
}

export interface ChatQuestion extends EngineRequest {
  readonly system: string;
  /** Text, or texts and pictures. */
  readonly user: string | ChatCompletionContentPart[];
  readonly form?: AnswerForm | undefined;
  /** Identifies the client, for a model that shares this machine fairly. Never sent to a provider. */
  readonly requester?: string | undefined;
}

export interface ChatAnswer {
  /** Without thoughts. May be empty. */
  readonly text: string;
  readonly wasCut: boolean;
}

export interface Chat extends Pick<Connection, 'baseUrl' | 'isVendor' | 'mapError'> {
  readonly provider: Provider;
  readonly choice: Pick<ModelChoice, 'model' | 'checkReadiness'>;
  /** @throws errors for `mapError` */
  ask(question: ChatQuestion): Promise<ChatAnswer>;
  /** Without thoughts; without an ending it was broken off. @throws errors for `mapError` */
  stream(question: ChatQuestion): AsyncIterable<WrittenPiece>;
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

interface Sent<Answer> {
  readonly chosen: ChosenModel;
  readonly options: ChatOptions;
  readonly answer: Answer;
}

type Send<Answer> = (chosen: ChosenModel, options: ChatOptions) => PromiseLike<Answer>;

/** @param kind of the answers: `events` for `stream` */
export function createChat(
  server: Pick<Server, 'access' | 'isVendor'>,
  choice: ModelChoice,
  kind: 'json' | 'events',
): Chat {
  const connection = connect(server.access, answerKinds[kind]);
  const { isVendor } = server;
  const memory = learnt.get(server) ?? new Map<string, ChatOptions>();
  learnt.set(server, memory);

  async function sendTo<Answer>(chosen: ChosenModel, make: Send<Answer>): Promise<Sent<Answer>> {
    for (let options = memory.get(chosen.name) ?? chooseFirstOptions(chosen.kind, isVendor); ; )
      try {
        return { chosen, options, answer: await make(chosen, options) };
      } catch (error) {
        const other = learnFromRefusal(options, error);
        if (!other) throw error;
        options = other;
        memory.set(chosen.name, options);
      }
  }

  /** Retries without refused options, and with another model if the chosen one does not exist. Refusals are free. */
  async function send<Answer>(signal: AbortSignal, make: Send<Answer>): Promise<Sent<Answer>> {
    const chosen = await choice.require(signal);
    try {
      return await sendTo(chosen, make);
    } catch (error) {
      if (!isModelMissing(error)) throw error;
      choice.reject(chosen.name);
      const next = await choice.require(signal);
      if (next.name === chosen.name) throw error;
      return await sendTo(next, make);
    }
  }

  /**
   * For a model that spent all its tokens on thinking: a higher limit, and the usual other way to turn thinking off.
   * @returns false if the limit was raised already
   */
  function allowMore({ chosen, options }: Sent<unknown>): boolean {
    if (options.maxTokens > maxTextTokens) return false;
    const other: QuietWay = options.quietBy.includes('template') ? 'effort' : 'template';
    const quietBy = isVendor ? options.quietBy : [...options.quietBy, other];
    memory.set(chosen.name, { ...options, maxTokens: 4 * maxTextTokens, quietBy });
    return true;
  }

  function noteTokens({ noteUsage }: ChatQuestion, model: string, usage: Progress['usage']): void {
    noteUsage?.({
      provider: connection.providerName,
      model,
      textTokensIn: usage?.prompt_tokens,
      textTokensOut: usage?.completion_tokens,
    });
  }

  async function ask(question: ChatQuestion): Promise<ChatAnswer> {
    const { signal } = question;
    const sent = await send(signal, ({ name: model, apiUrl }, options) => {
      const body = { model, ...toMessages(question, options), ...toFields(options) };
      return clientAt(connection, apiUrl).post<unknown>('/chat/completions', { body, signal });
    });
    requireNoError(sent.answer);
    const { choices, usage, model } = readAnswer(completionSchema, sent.answer);
    noteTokens(question, model || sent.chosen.name, usage);
    const [first] = choices;
    requireNotDeclined(first?.message, first?.finish_reason);
    const text = withoutThoughts(first?.message.content ?? '');
    const wasCut = first?.finish_reason === 'length';
    if (wasCut && text.trim() === '' && allowMore(sent)) return await ask(question);
    if (!first?.finish_reason) throw new CodedError('provider_garbage');
    return { text, wasCut };
  }

  async function* stream(question: ChatQuestion): AsyncGenerator<WrittenPiece> {
    const { signal } = question;
    const sent = await send(signal, ({ name: model, apiUrl }, options) => {
      const fields = { ...toFields(options), ...toStreamFields(options, isVendor), stream: true } as const;
      const body = { model, ...toMessages(question, options), ...fields };
      return clientAt(connection, apiUrl).chat.completions.create(body, { signal });
    });
    const progress: Progress = { model: sent.chosen.name, usage: undefined, ending: undefined };
    let hasText = false;
    try {
      for await (const text of readTexts(sent, progress)) {
        hasText ||= text.trim() !== '';
        if (text !== '') yield { text };
      }
    } finally {
      noteTokens(question, progress.model, progress.usage);
    }
    if (progress.ending === 'cut' && !hasText && allowMore(sent)) yield* stream(question);
    else yield { text: '', ending: progress.ending };
  }

  async function* readTexts(sent: Sent<AsyncIterable<unknown>>, progress: Progress): AsyncGenerator<string> {
    const { chosen, options, answer } = sent;
    const thoughts = filterThoughts({ startsInside: options.startsThinking });
    for await (const each of answer) {
      const chunk = readAnswer(chunkSchema, each);
      progress.model = chunk.model || progress.model;
      progress.usage = chunk.usage ?? progress.usage;
      const first = chunk.choices?.[0];
      requireNotDeclined(first?.delta, first?.finish_reason);
      if (first?.finish_reason) progress.ending = first.finish_reason === 'length' ? 'cut' : 'whole';
      const text = thoughts.push(first?.delta?.content ?? '');
      if (thoughts.leaked) {
        memory.set(chosen.name, { ...options, startsThinking: true });
        throw refuse('provider_garbage', engineMessages.thoughtsInScript);
      }
      yield text;
    }
    yield thoughts.end();
  }

  const provider = { name: connection.providerName, isOffline: false };
  return { ...connection, provider, choice, ask, stream };
}

interface Progress {
  model: string;
  usage: z.output<typeof usageSchema>;
  ending: WrittenPiece['ending'];
}

/** The vendor returns 404 or 403, llama.cpp and LM Studio 400. */
function isModelMissing(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.status === 404 || findRefusalReason(error) === 'unknown_model';
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

export function createScript({ provider, choice, mapError, stream }: Chat): ScriptEngine {
  async function* write(
    { system, user, form }: ScriptPrompt,
    request: WritingRequest,
  ): AsyncGenerator<string> {
    try {
      yield* passSentences(stream({ ...request, system, user, form }), request);
    } catch (error) {
      throw mapError(error, request.signal);
    }
  }

  return describeEngine(provider, choice, writeByPrompt(write));
}

import { BadRequestError, UnprocessableEntityError } from 'openai';
import { maxTextTokens } from '#shared/limits.ts';
import type { ServerKind } from './server-presets.ts';

/** Factor for the limit after a model spent all its tokens on thinking. */
const moreTokensFactor = 4;

/** Request options, besides model and messages, that a model needs. */
export interface ChatOptions {
  /** `max_tokens` is in the specification, and every compatible server knows it; the vendor's newer models refuse it. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens';
  /** Output limit, thoughts included. */
  readonly maxTokens: number;
  /** Sends `reasoning_effort` to turn thinking off: thoughts delay the first word and are charged. */
  readonly sendsEffort: boolean;
  /** The same by the chat template, which servers of open models fill in. */
  readonly sendsTemplate: boolean;
  /** Whether a stream should end with the token usage. */
  readonly sendsStreamOptions: boolean;
  /** It closes a thought that it never opened: all text before that is thought. */
  readonly startsThinking: boolean;
}

/** Options learnt for the models of one server, by model name, for the life of the process. */
export type ChatMemory = Map<string, ChatOptions>;

/** Some versions of llama.cpp and vLLM know only the template's option; other servers may refuse unknown fields. */
export function chooseFirstOptions(kind: ServerKind, isVendor: boolean): ChatOptions {
  return {
    limitName: isVendor ? 'max_completion_tokens' : 'max_tokens',
    maxTokens: maxTextTokens,
    sendsEffort: true,
    sendsTemplate: kind === 'llama.cpp' || kind === 'vllm',
    sendsStreamOptions: true,
    startsThinking: false,
  };
}

export function toFields({ limitName, maxTokens, sendsEffort, sendsTemplate }: ChatOptions) {
  return {
    [limitName]: maxTokens,
    ...(sendsEffort && { reasoning_effort: 'none' as const }),
    ...(sendsTemplate && { chat_template_kwargs: { enable_thinking: false } }),
  };
}

/** The vendor pads its events unless told otherwise; other servers know no such option. */
export function toStreamFields({ sendsStreamOptions }: ChatOptions, isVendor: boolean) {
  if (!sendsStreamOptions) return {};
  return { stream_options: { include_usage: true, ...(isVendor && { include_obfuscation: false }) } };
}

/**
 * Options to change after a refusal, which is free. Avoids a list of models and their options. Each field is dropped at most once,
 * so that this ends.
 * @param options of the refused request
 * @returns undefined if the refusal has another reason
 */
export function learnFromRefusal(options: ChatOptions, error: unknown): ChatOptions | undefined {
  if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) return undefined;
  const words = `${String(error.param)} ${error.message}`;
  if (options.limitName === 'max_tokens' && words.includes('max_completion_tokens'))
    return { ...options, limitName: 'max_completion_tokens' };
  if (options.sendsStreamOptions && /stream_options|include_usage|include_obfuscation/u.test(words))
    return { ...options, sendsStreamOptions: false };
  if (options.sendsTemplate && /chat_template_kwargs|enable_thinking/u.test(words))
    return { ...options, sendsTemplate: false };
  if (options.sendsEffort && /reasoning|thinking/iu.test(words)) return { ...options, sendsEffort: false };
  return undefined;
}

/**
 * For a model that spent all its tokens on thinking: a higher limit, and the other way to turn thinking off.
 * @returns undefined if the limit was raised already
 */
export function learnToAllowMore(options: ChatOptions, isVendor: boolean): ChatOptions | undefined {
  if (options.maxTokens > maxTextTokens) return undefined;
  const maxTokens = moreTokensFactor * maxTextTokens;
  return { ...options, maxTokens, sendsTemplate: options.sendsTemplate || !isVendor };
}

import { BadRequestError, UnprocessableEntityError } from 'openai';
import { maxTextTokens } from '#shared/limits.ts';
import type { ServerKind } from './server-presets.ts';

/** How much more a model gets that thought until its tokens were used up. */
const moreTokensFactor = 4;

/** What a chat is asked with besides its model and its messages, as a model was found to want it. */
export interface ChatOptions {
  /** `max_tokens` is what the specification names and what every compatible server knows; the vendor's newer models refuse it. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens';
  /** The most that it may write, what it thinks included. */
  readonly maxTokens: number;
  /** Whether it is told by `reasoning_effort` not to think: it would think before the first word, at our cost. */
  readonly sendsEffort: boolean;
  /** Whether it is told the same in the words of the chat template, which servers of open models fill in. */
  readonly sendsTemplate: boolean;
  /** Whether a streamed answer is to end with what it used. */
  readonly sendsStreamOptions: boolean;
  /** It closed a thought that it had not opened: all before that is thought. */
  readonly startsThinking: boolean;
}

/** What was learnt of the models of one server, by their names, for as long as this process runs. */
export type ChatMemory = Map<string, ChatOptions>;

/** Of llama.cpp and vLLM some versions know only the template's way; others may refuse what they do not know. */
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

/** The fields of a request that follow from them. */
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
 * What is to be asked differently after a refusal, which costs nothing, so that no list of models and their options has to be kept up to
 * date here. Each field is given up once, so that it ends.
 * @param options with which the request was made
 * @returns undefined when the refusal is about something else
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
 * For a model that spent all its tokens on thinking: more of them, and the other way to tell it not to.
 * @returns undefined when it had more already
 */
export function learnToAllowMore(options: ChatOptions, isVendor: boolean): ChatOptions | undefined {
  if (options.maxTokens > maxTextTokens) return undefined;
  const maxTokens = moreTokensFactor * maxTextTokens;
  return { ...options, maxTokens, sendsTemplate: options.sendsTemplate || !isVendor };
}

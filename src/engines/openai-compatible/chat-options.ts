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
  /** Ways of turning thinking off: thoughts delay the first word and are charged. */
  readonly quietBy: readonly QuietWay[];
  /** Whether a stream should end with the token usage. */
  readonly sendsStreamOptions: boolean;
  /** It closes a thought that it never opened: all text before that is thought. */
  readonly startsThinking: boolean;
}

/** Options learnt for the models of one server, by model name, for the life of the process. */
export type ChatMemory = Map<string, ChatOptions>;

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

/** Words of a refusal of each. */
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

export function chooseFirstOptions(kind: ServerKind, isVendor: boolean): ChatOptions {
  return {
    limitName: isVendor ? 'max_completion_tokens' : 'max_tokens',
    maxTokens: maxTextTokens,
    quietBy: [firstWays[kind] ?? 'effort'],
    // Mistral refuses the field, and ends each stream with the usage (docs.mistral.ai/api/endpoint/chat).
    sendsStreamOptions: kind !== 'mistral',
    startsThinking: false,
  };
}

export function toFields({ limitName, maxTokens, quietBy }: ChatOptions) {
  const pick = (way: QuietWay): object => (quietBy.includes(way) ? quietFields[way] : {});
  return { [limitName]: maxTokens, ...pick('effort'), ...pick('template'), ...pick('switch') };
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
  const said = `${String(error.param)} ${error.message}`;
  if (options.limitName === 'max_tokens' && said.includes('max_completion_tokens'))
    return { ...options, limitName: 'max_completion_tokens' };
  if (options.sendsStreamOptions && /stream_options|include_usage|include_obfuscation/u.test(said))
    return { ...options, sendsStreamOptions: false };
  const refused = quietWords.find(([way, words]) => options.quietBy.includes(way) && words.test(said))?.[0];
  if (refused) return { ...options, quietBy: options.quietBy.filter(way => way !== refused) };
  return undefined;
}

/**
 * For a model that spent all its tokens on thinking: a higher limit, and the usual other way to turn thinking off.
 * @returns undefined if the limit was raised already
 */
export function learnToAllowMore(options: ChatOptions, isVendor: boolean): ChatOptions | undefined {
  if (options.maxTokens > maxTextTokens) return undefined;
  const maxTokens = moreTokensFactor * maxTextTokens;
  const other = options.quietBy.includes('template') ? 'effort' : 'template';
  return { ...options, maxTokens, quietBy: isVendor ? options.quietBy : [...options.quietBy, other] };
}

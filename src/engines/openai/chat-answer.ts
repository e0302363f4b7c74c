import { APIError } from 'openai';
import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { readRefusalBody } from './refusal-body.ts';

/**
 * The little that is read of a chat completion. It is checked because the base URL may be anybody's server, and the
 * SDK passes on whatever came. Shapes: platform.openai.com/docs/api-reference/chat. What a model thinks is not read: servers
 * put it into `reasoning` (Ollama, vLLM, LocalAI) or `reasoning_content` (llama.cpp, LM Studio).
 */
const saidSchema = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });

const count = z.number().int().nonnegative().optional().catch(undefined);
const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(undefined),
  })
  .nullish()
  .catch(undefined);
const model = z.string().nullish().catch(undefined);

export const completionSchema = z.object({
  model,
  usage: usageSchema,
  choices: z.array(z.object({ message: saidSchema, finish_reason: z.string().nullish() })).min(1),
});

/** A piece of a streamed one. The last may have no choices, only a count of tokens. */
export const completionChunkSchema = z.object({
  model,
  usage: usageSchema,
  choices: z.array(z.object({ delta: saidSchema.nullish(), finish_reason: z.string().nullish() })),
});

/** What a chat used, by the server's own count; undefined where it does not count. */
export type TokenUsage = z.output<typeof usageSchema>;

/** @throws CodedError `content_refused` when the provider says that it declined */
export function requireNotDeclined(
  said: z.output<typeof saidSchema> | null | undefined,
  finishReason: string | null | undefined,
): void {
  if (said?.refusal || finishReason === 'content_filter') throw new CodedError('content_refused');
}

/** Some servers refuse with status 200. @throws APIError with what the refusal says */
export function requireNoError(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('error' in answer) || !answer.error) return;
  throw new APIError(undefined, readRefusalBody(answer), undefined, undefined);
}

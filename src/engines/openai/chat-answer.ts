import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';

/**
 * The little that is read of a chat completion. It is checked because the base URL may be anybody's server, and the
 * SDK passes on whatever came. Shapes: platform.openai.com/docs/api-reference/chat.
 */
const saidSchema = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });

export const completionSchema = z.object({
  choices: z.array(z.object({ message: saidSchema, finish_reason: z.string().nullish() })).min(1),
});

/** A piece of a streamed one. The last may have no choices, only a count of tokens. */
export const completionChunkSchema = z.object({
  choices: z.array(z.object({ delta: saidSchema.nullish(), finish_reason: z.string().nullish() })),
});

/** @throws CodedError `content_refused` when the provider says that it declined */
export function requireNotDeclined(
  said: z.output<typeof saidSchema> | null | undefined,
  finishReason: string | null | undefined,
): void {
  if (said?.refusal || finishReason === 'content_filter') throw new CodedError('content_refused');
}

import { BadRequestError } from 'openai';
import { maxTextTokens } from '#shared/limits.ts';

export type TokenLimit = { readonly max_tokens: number } | { readonly max_completion_tokens: number };

export type SendWithLimit = <T>(send: (limit: TokenLimit) => PromiseLike<T>) => Promise<T>;

/**
 * Names the limit of tokens as the model wants it. `max_tokens` is what the specification names and what every
 * compatible server knows; OpenAI's reasoning models refuse it with status 400 and ask for `max_completion_tokens`. Such
 * a refusal costs nothing and is remembered, so no list of model names has to be kept up to date here.
 */
export function createTokenLimit(): SendWithLimit {
  let limit: TokenLimit = { max_tokens: maxTextTokens };
  return async send => {
    try {
      return await send(limit);
    } catch (error) {
      if (!('max_tokens' in limit) || !asksForOtherName(error)) throw error;
      limit = { max_completion_tokens: maxTextTokens };
      return await send(limit);
    }
  };
}

function asksForOtherName(error: unknown): boolean {
  return error instanceof BadRequestError && error.message.includes('max_completion_tokens');
}

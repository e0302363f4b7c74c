import type { LlamaMessage } from './load-llama.ts';

/** A question to the model: one at a time. */
export interface ChatJob {
  /** With {@link pictureMark} at the place of each picture. */
  readonly messages: readonly LlamaMessage[];
  /** JPEGs as data URLs. */
  readonly pictures: readonly string[];
  readonly maxTokens: number;
}

export const pictureMark = '<__media__>';

export interface ChatEnding {
  readonly kind: 'ended';
  /** Cut at the limit of tokens, or because it repeated itself. */
  readonly wasCut: boolean;
}

/** What the child answers: `loaded` once, then pieces and an end for each job. After `failed` it must be ended. */
export type ChatEvent =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'piece'; readonly text: string }
  | ChatEnding
  | { readonly kind: 'failed'; readonly isTooLong: boolean };

import { createRequire } from 'node:module';

const longestLoop = 400;
/** A phrase must come three times, and a short one until it fills this many characters. */
const fewestTimes = 3;
const fewestCharacters = 120;

/** Whether a text ends with the same words again and again, as small models do until their limit. */
export function isLooping(text: string): boolean {
  for (let length = 1; length <= longestLoop; length += 1) {
    const times = Math.max(fewestTimes, Math.ceil(fewestCharacters / length));
    if (text.length < times * length) return false;
    if (text.endsWith(text.slice(-length).repeat(times))) return true;
  }
  return false;
}

interface LlamaMessage {
  readonly role: string;
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
}

/** What is used of llama.cpp's context (`lib/binding.ts` of @fugood/llama.node 1.7.15). It takes one job at a time. */
export interface LlamaContext {
  /** @throws Error if the file cannot be read */
  initMultimodal(options: { readonly path: string; readonly use_gpu: boolean }): boolean;
  /** After it fails, the context cannot be used any more. */
  completion(
    options: {
      readonly messages: readonly LlamaMessage[];
      /** Data URLs, in the order of the marks in the messages. */
      readonly media_paths: readonly string[];
      readonly n_predict: number;
    } & Readonly<Record<string, unknown>>,
    onToken: (written: { readonly token: string }) => void,
  ): Promise<{
    readonly text: string;
    readonly tokens_predicted: number;
    readonly context_full: boolean;
    readonly stopped_limited: boolean;
  }>;
  /** Has no effect before the first word. */
  stopCompletion(): void;
}

/** A package for graphics cards is used if somebody installed it and its drivers are there. */
const variants = ['-cuda', '-vulkan', ''];

/**
 * Making a context blocks until the model is loaded, and ends the process if it cannot be.
 * @throws Error the system's reason why llama.cpp does not run here
 */
export function loadLlama(): { readonly LlamaContext: new (options: object) => LlamaContext } {
  const require = createRequire(import.meta.url);
  let reason: unknown;
  for (const variant of variants)
    try {
      return require(`@fugood/node-llama-${process.platform}-${process.arch}${variant}`);
    } catch (error) {
      reason = error;
    }
  throw reason;
}

export interface ChatJob {
  /** With {@link pictureMark} at the place of each picture. */
  readonly messages: readonly LlamaMessage[];
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

import { maxTextTokens } from '#shared/limits.ts';
import type { Refusal } from './error-body.ts';
import { getMinThinking, type Thinking } from './known-models.ts';

/** Request options that a model needs for text. */
export interface TextOptions {
  readonly thinking: Thinking;
  /** Thoughts count as output, so they are added to the limit. */
  readonly maxOutputTokens: number;
  /** Sends `store: false`: projects created after October 2026 store by default. Compatible servers may not know the field. */
  readonly forbidsStoring: boolean;
}

/** Tokens reserved for thoughts. Use at `LOW` is not published; the last value was enough in practice. */
const thoughtTokens = { none: 0, LOW: 3000, more: 8000 } as const;

/** Remembers the options that each model needs, so that each refusal happens once. Refusals are free. */
export class TextOptionsMemory {
  readonly #learned = new Map<string, TextOptions>();

  get(model: string): TextOptions {
    return this.#learned.get(model) ?? compose(getMinThinking(model));
  }

  /** @returns whether a changed request may be accepted */
  learnFrom(model: string, { code, message }: Refusal): boolean {
    if (code !== 400) return false;
    const options = this.get(model);
    if (options.thinking && /thinking/iu.test(message)) {
      const thinking = options.thinking === 'MINIMAL' ? 'LOW' : undefined;
      this.#learned.set(model, { ...compose(thinking), forbidsStoring: options.forbidsStoring });
      return true;
    }
    if (!options.forbidsStoring || !/unknown name "store"/iu.test(message)) return false;
    this.#learned.set(model, { ...options, forbidsStoring: false });
    return true;
  }

  /** For a model that thought until its limit. @returns whether the limit can be raised */
  raiseLimit(model: string): boolean {
    const options = this.get(model);
    const maxOutputTokens = maxTextTokens + thoughtTokens.more;
    if (options.maxOutputTokens >= maxOutputTokens) return false;
    this.#learned.set(model, { ...options, maxOutputTokens });
    return true;
  }
}

function compose(thinking: Thinking): TextOptions {
  const available = thinking === 'LOW' ? thoughtTokens.LOW : thoughtTokens.none;
  return { thinking, maxOutputTokens: maxTextTokens + available, forbidsStoring: true };
}

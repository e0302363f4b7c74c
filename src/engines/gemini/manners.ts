import { maxTextTokens } from '#shared/limits.ts';
import type { Refusal } from './error-body.ts';
import { getLeastThinking, type Thinking } from './known-models.ts';

/** How a model wants to be asked for a text. */
export interface Manner {
  readonly thinking: Thinking;
  /** Thoughts count like words, so they get room of their own. */
  readonly maxOutputTokens: number;
  /** Whether it is told not to keep the request; projects of after October 2026 keep it else. A compatible server may not know that. */
  readonly forbidsStoring: boolean;
}

/** Room for thoughts, in tokens. What `LOW` takes is published nowhere; with the last a model has been seen to get by. */
const thoughtTokens = { none: 0, LOW: 3000, more: 8000 } as const;

/** Remembers how each model wants to be asked, so that each refusal is met once. A refusal costs nothing. */
export class Manners {
  readonly #learned = new Map<string, Manner>();

  get(model: string): Manner {
    return this.#learned.get(model) ?? compose(getLeastThinking(model));
  }

  /** @returns whether the model can be asked in another way than it refused so */
  learnFrom(model: string, { code, message }: Refusal): boolean {
    if (code !== 400) return false;
    const manner = this.get(model);
    if (manner.thinking && /thinking/iu.test(message)) {
      const thinking = manner.thinking === 'MINIMAL' ? 'LOW' : undefined;
      this.#learned.set(model, { ...compose(thinking), forbidsStoring: manner.forbidsStoring });
      return true;
    }
    if (!manner.forbidsStoring || !/unknown name "store"/iu.test(message)) return false;
    this.#learned.set(model, { ...manner, forbidsStoring: false });
    return true;
  }

  /** It thought until its limit. @returns whether more can be given */
  giveMore(model: string): boolean {
    const manner = this.get(model);
    const maxOutputTokens = maxTextTokens + thoughtTokens.more;
    if (manner.maxOutputTokens >= maxOutputTokens) return false;
    this.#learned.set(model, { ...manner, maxOutputTokens });
    return true;
  }
}

function compose(thinking: Thinking): Manner {
  const available = thinking === 'LOW' ? thoughtTokens.LOW : thoughtTokens.none;
  return { thinking, maxOutputTokens: maxTextTokens + available, forbidsStoring: true };
}

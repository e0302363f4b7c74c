import { requireNotCancelled } from '#shared/cancellation.ts';
import { maxTextTokens } from '#shared/limits.ts';
import type { Usage } from '../ports.ts';
import type { HttpConnection } from '../provider/prepare-connection.ts';
import { type CallRequest, callModel, type TokenCounts, type Turn } from './call-model.ts';
import { meansUnknown, readRejection } from './connect.ts';
import { getMinThinking, isTranscriptionModel, type ModelChoice, type Thinking } from './models.ts';

interface TextOptions {
  readonly thinking: Thinking;
  /** Thoughts count as output, so they are added to the limit. */
  readonly maxOutputTokens: number;
  /** Sends `store: false`: projects created after October 2026 store by default. Compatible servers may not know the field. */
  readonly forbidsStoring: boolean;
}

/** Tokens reserved for thoughts. Use at `LOW` is not published; the last value was enough in practice. */
const thoughtTokens = { none: 0, LOW: 3000, more: 8000 } as const;

export interface TextRequest extends CallRequest {
  readonly system: string;
  /** Fields of `generationConfig` that a model needs besides. */
  readonly addConfig?: (model: string) => object;
}

export type WriteText = (request: TextRequest) => AsyncGenerator<Turn>;

/**
 * Creates a function that has a model write text with the options that it needs: a refusal is retried with changed options, and a
 * model that thought until its limit once more with a higher limit. Both are remembered.
 */
export function createTextWriter(connection: HttpConnection, choice: ModelChoice): WriteText {
  const memory = new TextOptionsMemory();

  return async function* writeText(request) {
    try {
      requireNotCancelled(request.signal);
      const model = await choice.require(request.signal);
      for (;;) {
        const outcome = yield* writeOnce(model, request);
        if (!outcome.mayAskAgain) return;
      }
    } catch (error) {
      if (meansUnknown(error)) choice.forget();
      throw connection.mapError(error, request.signal);
    }
  };

  async function* writeOnce(
    model: string,
    request: TextRequest,
  ): AsyncGenerator<Turn, { readonly mayAskAgain: boolean }> {
    let isEmpty = true;
    try {
      for await (const turn of callModel(connection, toCall(model, request))) {
        isEmpty &&= turn.text === '';
        if (isEmpty && turn.ending === 'cut' && memory.raiseLimit(model)) return { mayAskAgain: true };
        yield turn;
      }
      return { mayAskAgain: false };
    } catch (error) {
      const rejection = readRejection(error);
      if (isEmpty && rejection !== undefined && !request.signal.aborted && memory.learnFrom(model, rejection))
        return { mayAskAgain: true };
      throw error;
    }
  }

  function toCall(model: string, request: TextRequest) {
    const { system, parts, isStreamed, noteUsage, signal } = request;
    const { thinking, maxOutputTokens, forbidsStoring } = memory.get(model);
    const options = {
      ...(!isTranscriptionModel(model) && { systemInstruction: { parts: [{ text: system }] } }),
      ...(forbidsStoring && { store: false as const }),
      generationConfig: {
        ...(!isTranscriptionModel(model) && { maxOutputTokens }),
        ...(thinking && { thinkingConfig: { thinkingLevel: thinking } }),
        ...request.addConfig?.(model),
      },
    };
    const noteEnd = (endsOn: string) => choice.noteEnd(model, endsOn);
    const countUsage = isTranscriptionModel(model) ? countSound : countText;
    return { model, parts, options, isStreamed, noteUsage, signal, countUsage, noteEnd };
  }
}

/** Thoughts are charged as output. */
function countText(counts: TokenCounts | undefined): Partial<Usage> {
  if (!counts) return {};
  return {
    textTokensIn: counts.promptTokenCount ?? undefined,
    textTokensOut: (counts.candidatesTokenCount ?? 0) + (counts.thoughtsTokenCount ?? 0),
  };
}

function countSound(counts: TokenCounts | undefined): Partial<Usage> {
  const { textTokensIn: soundTokensIn, ...written } = countText(counts);
  return { soundTokensIn, ...written };
}

/** Remembers the options that each model needs, so that each refusal happens once. Refusals are free. */
class TextOptionsMemory {
  readonly #learned = new Map<string, TextOptions>();

  get(model: string): TextOptions {
    return this.#learned.get(model) ?? compose(getMinThinking(model));
  }

  /** @returns whether a changed request may be accepted */
  learnFrom(model: string, message: string): boolean {
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

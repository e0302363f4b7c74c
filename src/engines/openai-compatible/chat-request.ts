import { APIError } from 'openai';
import { type ChatOptions, chooseFirstOptions, learnFromRefusal, learnToAllowMore } from './chat-options.ts';
import type { ChosenModel, ModelChoice } from './choose-model.ts';
import { findRefusalReason } from './refusals.ts';
import type { Server } from './server.ts';

export interface Attempt {
  readonly chosen: ChosenModel;
  readonly options: ChatOptions;
}

export interface Sent<Answer> extends Attempt {
  readonly answer: Answer;
}

/** Sends requests to the model of a role with the options that it needs. */
export interface ChatSender {
  /**
   * Sends a request, retried without refused options, and with another model if the chosen one does not exist. Refusals are free.
   * @throws errors of `make`; CodedError if there is no model
   */
  send<Answer>(signal: AbortSignal, make: (attempt: Attempt) => PromiseLike<Answer>): Promise<Sent<Answer>>;
  /** Remembers that a model needs more tokens and the other way to turn thinking off; false if it had them already. */
  allowMore(attempt: Attempt): boolean;
  /** Remembers that a model starts with a thought that it does not open. */
  expectThought(attempt: Attempt): void;
}

export function createChatSender(
  { memory, isVendor }: Pick<Server, 'memory' | 'isVendor'>,
  choice: ModelChoice,
): ChatSender {
  async function sendTo<Answer>(chosen: ChosenModel, make: (attempt: Attempt) => PromiseLike<Answer>) {
    for (let options = memory.get(chosen.name) ?? chooseFirstOptions(chosen.kind, isVendor); ; )
      try {
        return { chosen, options, answer: await make({ chosen, options }) };
      } catch (error) {
        const learnt = learnFromRefusal(options, error);
        if (!learnt) throw error;
        options = learnt;
        memory.set(chosen.name, options);
      }
  }

  return {
    async send(signal, make) {
      const chosen = await choice.require(signal);
      try {
        return await sendTo(chosen, make);
      } catch (error) {
        if (!isModelMissing(error)) throw error;
        choice.reject(chosen.name);
        const next = await choice.require(signal);
        if (next.name === chosen.name) throw error;
        return await sendTo(next, make);
      }
    },
    allowMore({ chosen, options }) {
      const more = learnToAllowMore(options, isVendor);
      if (more) memory.set(chosen.name, more);
      return more !== undefined;
    },
    expectThought: ({ chosen, options }) => memory.set(chosen.name, { ...options, startsThinking: true }),
  };
}

/** The vendor returns 404 or 403, llama.cpp and LM Studio 400. */
function isModelMissing(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.status === 404 || findRefusalReason(error) === 'unknown_model';
}

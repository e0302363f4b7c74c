import { APIError } from 'openai';
import { type ChatHabits, learnFromRefusal, learnToAllowMore } from './chat-habits.ts';
import type { ChosenModel, ModelChoice } from './model-choice.ts';
import { findRefusalReason } from './refusal-reason.ts';
import type { Server } from './server.ts';

/** A request as it is to be made: to which model, and in what way. */
export interface Attempt {
  readonly chosen: ChosenModel;
  readonly habits: ChatHabits;
}

export interface Sent<Answer> extends Attempt {
  readonly answer: Answer;
}

/** Makes requests to the model that is chosen for a role, in the way in which it wants to be asked. */
export interface ChatSender {
  /**
   * Makes a request, again without what was refused in it, and to another model where the chosen one turns out not to be
   * there. A refusal costs nothing.
   * @param chosen where the choice was made before; else it is made here
   * @throws what `make` throws; CodedError where there is no model
   */
  send<Answer>(
    signal: AbortSignal,
    make: (attempt: Attempt) => PromiseLike<Answer>,
    chosen?: ChosenModel,
  ): Promise<Sent<Answer>>;
  /** Remembers that a model needs more tokens; false when it had them already. */
  allowMore(attempt: Attempt): boolean;
  /** Remembers that a model begins with a thought that it does not open. */
  expectThought(attempt: Attempt): void;
}

export function createChatSender(server: Server, choice: ModelChoice): ChatSender {
  const { memory } = server;
  const remember = ({ chosen }: Attempt, habits: ChatHabits) => memory.set(chosen.name, habits);

  async function sendTo<Answer>(chosen: ChosenModel, make: (attempt: Attempt) => PromiseLike<Answer>) {
    let attempt = {
      chosen,
      habits: memory.get(chosen.name, { kind: chosen.kind, isVendor: server.isVendor }),
    };
    for (;;)
      try {
        return { ...attempt, answer: await make(attempt) };
      } catch (error) {
        const habits = learnFromRefusal(attempt.habits, error);
        if (!habits) throw error;
        remember(attempt, habits);
        attempt = { chosen, habits };
      }
  }

  return {
    async send(signal, make, wished) {
      const chosen = wished ?? (await choice.require(signal));
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
    allowMore(attempt) {
      const more = learnToAllowMore(attempt.habits, server.isVendor);
      if (more) remember(attempt, more);
      return more !== undefined;
    },
    expectThought: attempt => remember(attempt, { ...attempt.habits, startsThinking: true }),
  };
}

/** The vendor says so with 404 or 403, llama.cpp and LM Studio with 400. */
function isModelMissing(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.status === 404 || findRefusalReason(error)?.kind === 'unknown_model';
}

import { APIError, BadRequestError, UnprocessableEntityError } from 'openai';
import { maxTextTokens } from '#shared/limits.ts';
import type { ChosenModel, ModelChoice } from './choose-model.ts';
import { findRefusalReason } from './refusals.ts';
import type { Server } from './server.ts';

/** What a chat is asked with besides its model and its messages, as a model was found to want it. */
export interface ChatHabits {
  /** `max_tokens` is what the specification names and what every compatible server knows; the vendor's newer models refuse it. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens';
  /** The most that it may write, what it thinks included. */
  readonly maxTokens: number;
  /** Whether it is told by `reasoning_effort` not to think: it would think before the first word, at our cost. */
  readonly sendsEffort: boolean;
  /** Whether it is told the same in the words of the chat template, which servers of open models fill in. */
  readonly sendsTemplate: boolean;
  /** Whether a streamed answer is to end with what it used. */
  readonly sendsStreamOptions: boolean;
  /** It closed a thought that it had not opened: all before that is thought. */
  readonly startsThinking: boolean;
}

/** How much more a model gets that thought until its tokens were used up. */
const moreTokensFactor = 4;

/** What was learnt of the models of one server, by their names, for as long as this process runs. */
export type ChatMemory = Map<string, ChatHabits>;

export function createChatMemory(): ChatMemory {
  return new Map();
}

/** Of llama.cpp and vLLM some versions know only the template's way; others may refuse what they do not know. */
function beginHabits({ kind }: ChosenModel, isVendor: boolean): ChatHabits {
  return {
    limitName: isVendor ? 'max_completion_tokens' : 'max_tokens',
    maxTokens: maxTextTokens,
    sendsEffort: true,
    sendsTemplate: kind === 'llama.cpp' || kind === 'vllm',
    sendsStreamOptions: true,
    startsThinking: false,
  };
}

/** The fields of a request that follow from them. */
export function toFields({ limitName, maxTokens, sendsEffort, sendsTemplate }: ChatHabits) {
  return {
    [limitName]: maxTokens,
    ...(sendsEffort && { reasoning_effort: 'none' as const }),
    ...(sendsTemplate && { chat_template_kwargs: { enable_thinking: false } }),
  };
}

/** The vendor pads its events unless told otherwise; other servers know no such option. */
export function toStreamFields({ sendsStreamOptions }: ChatHabits, isVendor: boolean) {
  if (!sendsStreamOptions) return {};
  return { stream_options: { include_usage: true, ...(isVendor && { include_obfuscation: false }) } };
}

/**
 * What is to be asked differently after a refusal, which costs nothing, so that no list of models' wishes has to be kept up to
 * date here. Each field is given up once, so that it ends.
 * @param habits with which the request was made
 * @returns undefined when the refusal is about something else
 */
function learnFromRefusal(habits: ChatHabits, error: unknown): ChatHabits | undefined {
  if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) return undefined;
  const words = `${String(error.param)} ${error.message}`;
  if (habits.limitName === 'max_tokens' && words.includes('max_completion_tokens'))
    return { ...habits, limitName: 'max_completion_tokens' };
  if (habits.sendsStreamOptions && /stream_options|include_usage|include_obfuscation/u.test(words))
    return { ...habits, sendsStreamOptions: false };
  if (habits.sendsTemplate && /chat_template_kwargs|enable_thinking/u.test(words))
    return { ...habits, sendsTemplate: false };
  if (habits.sendsEffort && /reasoning|thinking/iu.test(words)) return { ...habits, sendsEffort: false };
  return undefined;
}

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
   * @throws what `make` throws; CodedError where there is no model
   */
  send<Answer>(signal: AbortSignal, make: (attempt: Attempt) => PromiseLike<Answer>): Promise<Sent<Answer>>;
  /** Remembers that a model needs more tokens, and another way to be told not to think; false when it had them already. */
  allowMore(attempt: Attempt): boolean;
  /** Remembers that a model begins with a thought that it does not open. */
  expectThought(attempt: Attempt): void;
}

export function createChatSender({ memory, isVendor }: Server, choice: ModelChoice): ChatSender {
  async function sendTo<Answer>(chosen: ChosenModel, make: (attempt: Attempt) => PromiseLike<Answer>) {
    for (let habits = memory.get(chosen.name) ?? beginHabits(chosen, isVendor); ; )
      try {
        return { chosen, habits, answer: await make({ chosen, habits }) };
      } catch (error) {
        const learnt = learnFromRefusal(habits, error);
        if (!learnt) throw error;
        habits = learnt;
        memory.set(chosen.name, habits);
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
    allowMore({ chosen, habits }) {
      if (habits.maxTokens > maxTextTokens) return false;
      memory.set(chosen.name, {
        ...habits,
        maxTokens: moreTokensFactor * maxTextTokens,
        sendsTemplate: habits.sendsTemplate || !isVendor,
      });
      return true;
    },
    expectThought: ({ chosen, habits }) => memory.set(chosen.name, { ...habits, startsThinking: true }),
  };
}

/** The vendor says so with 404 or 403, llama.cpp and LM Studio with 400. */
function isModelMissing(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return error.status === 404 || findRefusalReason(error) === 'unknown_model';
}

import type OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { CodedError } from '#shared/errors.ts';
import type { NoteUsage } from '../ports.ts';
import { readAnswer } from '../provider/written-text.ts';
import { completionSchema, requireNoError, requireNotDeclined, type TokenUsage } from './chat-answer.ts';
import { toFields } from './chat-habits.ts';
import type { Connection } from './connect.ts';
import { encodeChat } from './encode-chat.ts';
import type { ChosenModel } from './model-choice.ts';
import type { ChatSender } from './send-chat.ts';
import { withoutThoughts } from './thoughts.ts';

/** How chats are asked at a server, for one role. */
export interface ChatAccess {
  readonly connection: Connection;
  readonly sender: ChatSender;
}

export interface ChatQuestion {
  readonly messages: ChatCompletionMessageParam[];
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

export interface ChatAnswer {
  /** Without what the model thought. May be empty. */
  readonly text: string;
  /** Whether the limit of tokens ended it. */
  readonly wasCut: boolean;
  /** How long the question was, by the server's count; undefined where it does not count. */
  readonly promptTokens: number | undefined;
}

/**
 * Asks for a whole answer. A model that spent its tokens on thinking is asked once more with more of them, which is remembered.
 * @param wished where the question depends on the model; else it is chosen here
 * @throws what the SDK throws, and CodedError
 */
export async function askChat(
  access: ChatAccess,
  question: ChatQuestion,
  wished?: ChosenModel,
): Promise<ChatAnswer> {
  const { connection, sender } = access;
  const { messages, signal } = question;
  const sent = await sender.send(
    signal,
    ({ chosen, habits }) =>
      openAt(connection, chosen).post<unknown>('/chat/completions', {
        body: encodeChat({ model: chosen.name, messages, ...toFields(habits) }),
        headers: { 'content-type': 'application/json' },
        signal,
      }),
    wished,
  );
  requireNoError(sent.answer);
  const { choices, usage, model } = readAnswer(completionSchema, sent.answer);
  noteTokens(access, question, model || sent.chosen.name, usage);
  const [first] = choices;
  requireNotDeclined(first?.message, first?.finish_reason);
  const text = withoutThoughts(first?.message.content ?? '');
  const wasCut = first?.finish_reason === 'length';
  if (wasCut && text.trim() === '' && sender.allowMore(sent))
    return await askChat(access, question, sent.chosen);
  // Ollama ends so when it stopped a model that repeats itself.
  if (!first?.finish_reason) throw new CodedError('provider_garbage');
  return { text, wasCut, promptTokens: usage?.prompt_tokens };
}

/** The client for where the model's server was found, which is not always where it was set. */
export function openAt({ client }: Connection, { apiUrl }: ChosenModel): OpenAI {
  return client.baseURL === apiUrl ? client : client.withOptions({ baseURL: apiUrl });
}

export function noteTokens(
  { connection }: ChatAccess,
  { noteUsage }: ChatQuestion,
  model: string,
  usage: TokenUsage,
): void {
  noteUsage?.({
    provider: connection.providerName,
    model,
    textTokensIn: usage?.prompt_tokens,
    textTokensOut: usage?.completion_tokens,
  });
}

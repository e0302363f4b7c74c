import type { ServerResponse } from 'node:http';
import {
  type ProviderExchange,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** A chat that is answered whole, one that is answered as it is written, and every other question. */
export type ChatCall = 'vision' | 'script' | 'other';

/** An answer as it goes over the line. */
export interface PlainAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the model of a stand-in says. */
export interface ChatReply {
  readonly content: string | null;
  /** What it thinks, in the field of the server. */
  readonly thought?: string;
  readonly finishReason?: string;
  readonly promptTokens?: number;
}

/** What differs from server to server. */
export interface ChatServer {
  /** On every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where chats are answered. */
  readonly chatPaths?: readonly string[];
  /** In which field thoughts are sent. */
  readonly thoughtField: 'reasoning' | 'reasoning_content';
  /** Answers what is no chat. */
  answer(message: ReceivedMessage): PlainAnswer | undefined;
  /** Answers what it does not know. */
  notFound(message: ReceivedMessage): PlainAnswer;
  /** A refusal, or what the model says where it is not the usual. */
  // biome-ignore lint/suspicious/noExplicitAny: a request as it came.
  chat(body: any): PlainAnswer | Partial<ChatReply> | Promise<PlainAnswer | Partial<ChatReply>>;
  /** Of a chat's answer and of its chunks, besides what all have. */
  readonly extras?: object;
  /** The name that answers bear, where it is not the one that was asked for. */
  readonly answersAs?: string;
}

export interface ChatStandIn extends ProviderStandIn<ChatCall> {
  /** What `OPENAI_BASE_URL` is set to. */
  readonly baseUrl: string;
}

const usualNotes =
  'A dog stands on a lawn in the sun. 0.5: it looks up. 4.5: it runs to the left, after a red ball.';
const usualScript = 'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.';
const usualTokens = 900;
const id = 'chatcmpl-123';
const created = 1_786_000_000;

/** A server on this machine that answers chats as OpenAI does, and everything else in its own way. */
export async function startChatStandIn(server: ChatServer, port = 0): Promise<ChatStandIn> {
  const paths = server.chatPaths ?? ['/v1/chat/completions'];
  const standIn = await startProviderStandIn<ChatCall>(port, {
    findCall: ({ method, path, body }) => {
      if (method !== 'POST' || !paths.includes(path) || body === undefined) return 'other';
      return body.stream ? 'script' : 'vision';
    },
    sendNotFound: () => undefined,
    answer: async (exchange, reported) => {
      const answer = await compose(server, exchange.request);
      const normal = { mediaType: answer.mediaType, body: Buffer.from(answer.body) };
      if (reported) await reported({ ...exchange, normal });
      else send(exchange.response, answer, server.headers);
    },
  });
  return { ...standIn, baseUrl: `${standIn.origin}/v1` };
}

async function compose(
  server: ChatServer,
  request: ProviderExchange<ChatCall>['request'],
): Promise<PlainAnswer> {
  if (request.call === 'other') return server.answer(request) ?? server.notFound(request);
  const said = await server.chat(request.body);
  if ('status' in said) return said;
  const content = request.call === 'script' ? usualScript : usualNotes;
  const reply = { content, finishReason: 'stop', promptTokens: usualTokens, ...said };
  return request.call === 'script'
    ? streamReply(server, request.body, reply)
    : json(200, completion(server, request.body, reply));
}

// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
function completion(server: ChatServer, body: any, reply: ChatReply): object {
  const { content, thought, finishReason } = reply;
  const message = { role: 'assistant', content, ...(thought && { [server.thoughtField]: thought }) };
  return {
    id,
    object: 'chat.completion',
    created,
    model: server.answersAs ?? body.model,
    ...server.extras,
    choices: [{ index: 0, message, finish_reason: finishReason ?? null }],
    usage: countTokens(reply),
  };
}

/** The thought word by word, then the text, the end, and what it took where that was asked for. */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
function streamReply(server: ChatServer, body: any, reply: ChatReply): PlainAnswer {
  const head = { id, object: 'chat.completion.chunk', created, model: server.answersAs ?? body.model };
  const chunk = (delta: object, finishReason: string | null = null) => ({
    ...head,
    ...server.extras,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const words = (text: string | null | undefined) => text?.match(/\s*\S+/gu) ?? [];
  const chunks = [
    chunk({ role: 'assistant', content: null }),
    ...words(reply.thought).map(word => chunk({ content: '', [server.thoughtField]: word })),
    ...words(reply.content).map(word => chunk({ content: word })),
    chunk({}, reply.finishReason),
    ...(body.stream_options?.include_usage ? [{ ...head, choices: [], usage: countTokens(reply) }] : []),
  ];
  const events = chunks.map(each => `data: ${JSON.stringify(each)}\n\n`).join('');
  return { status: 200, mediaType: 'text/event-stream', body: `${events}data: [DONE]\n\n` };
}

function countTokens({ content, thought, promptTokens = usualTokens }: ChatReply) {
  const written = Math.ceil(((content?.length ?? 0) + (thought?.length ?? 0)) / 4);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: written,
    total_tokens: promptTokens + written,
  };
}

export function json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): PlainAnswer {
  return { status, mediaType: 'application/json', body: JSON.stringify(body), ...(headers && { headers }) };
}

export function text(status: number, body: string, mediaType = 'text/plain'): PlainAnswer {
  return { status, mediaType, body };
}

function send(response: ServerResponse, answer: PlainAnswer, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(answer.status, { ...headers, ...answer.headers, 'content-type': answer.mediaType });
  response.end(answer.body);
}

import type { ServerResponse } from 'node:http';
import {
  type ProviderExchange,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** A chat answered whole, a streamed one, and every other request. */
export type ChatCall = 'vision' | 'script' | 'other';

export interface PlainAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stand-in model's reply. */
export interface ChatReply {
  readonly content: string | null;
  /** Its thoughts, in the server's field. */
  readonly thought?: string;
  readonly finishReason?: string;
  readonly promptTokens?: number;
}

/** Differences between servers. */
export interface ChatServer {
  /** On every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly chatPaths?: readonly string[];
  readonly thoughtField: 'reasoning' | 'reasoning_content';
  answer(message: ReceivedMessage): PlainAnswer | undefined;
  /** Answers unknown paths. */
  notFound(message: ReceivedMessage): PlainAnswer;
  /** A refusal, or a reply in place of the usual one. */
  // biome-ignore lint/suspicious/noExplicitAny: a request as it came.
  chat(body: any): PlainAnswer | Partial<ChatReply> | Promise<PlainAnswer | Partial<ChatReply>>;
  /** Additional fields of a chat's answer and chunks. */
  readonly extras?: object;
  /** The model name in answers, if not the requested one. */
  readonly answersAs?: string;
}

export interface ChatStandIn extends ProviderStandIn<ChatCall> {
  /** The value of `OPENAI_BASE_URL`. */
  readonly baseUrl: string;
}

const usualNotes =
  'A dog stands on a lawn in the sun. 0.5: it looks up. 4.5: it runs to the left, after a red ball.';
const usualScript = 'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.';
const usualTokens = 900;
const id = 'chatcmpl-123';
const created = 1_786_000_000;

/** A local server with OpenAI's chat API and its own other endpoints. */
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

/** Chunks: the thoughts word by word, the text, the end, and usage if requested. */
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

import { randomUUID } from 'node:crypto';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { z } from 'zod';
import type { ChatHost } from './chat-host.ts';
import type { FindModel } from './choose-installed.ts';
import { type ChatEnding, type ChatJob, pictureMark } from './load-llama.ts';

const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
]);
/** The fields of a chat completion that our adapter sends. */
const questionSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(partSchema)]) })),
  max_tokens: z.number(),
  stream: z.boolean().optional(),
});

export interface LocalFetchOptions {
  readonly host: ChatHost;
  readonly find: FindModel;
  getRequester(): string | undefined;
}

const never = new AbortController().signal;

/**
 * Answers chat completions by the model on this machine, whole or as a stream whose head comes with its first words. Instead of
 * refusals it throws CodedErrors, also out of the body.
 */
export function createLocalFetch({ host, find, getRequester }: LocalFetchOptions): typeof fetch {
  return async (_input, init) => {
    const signal = init?.signal ?? never;
    const { stream, ...question } = questionSchema.parse(await new Response(init?.body).json());
    const call = { requester: getRequester() ?? randomUUID(), signal };
    const chosen = await find(signal);
    if (chosen.kind === 'unable') throw chosen.error;
    const pieces = host.write(chosen.installed, toJob(question), call);
    return stream ? await answerInPieces(pieces) : await answerAtOnce(pieces);
  };
}

function toJob({ messages, max_tokens: maxTokens }: z.output<typeof questionSchema>): ChatJob {
  const pictures: string[] = [];
  const toPart = (part: z.output<typeof partSchema>) => {
    if (part.type === 'text') return toText(part.text);
    pictures.push(part.image_url.url);
    return { type: 'text' as const, text: pictureMark };
  };
  const asked = messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [toText(content)] : content.map(toPart),
  }));
  return { messages: asked, pictures, maxTokens };
}

/** Without marks by which the models' templates separate messages, so that a text cannot pretend to be one. */
function toText(text: string) {
  return { type: 'text' as const, text: text.replaceAll(/<(?=\||__media__|(?:start|end)_of_)/gu, '‹') };
}

type Pieces = AsyncGenerator<string, ChatEnding>;

async function answerAtOnce(pieces: Pieces): Promise<Response> {
  let content = '';
  for (;;) {
    const next = await pieces.next();
    if (!next.done) content += next.value;
    else return Response.json({ choices: [{ message: { content }, finish_reason: toReason(next.value) }] });
  }
}

async function answerInPieces(pieces: Pieces): Promise<Response> {
  const first = await pieces.next();
  const body = NodeReadableStream.from<Uint8Array<ArrayBuffer>>(encodeEvents(pieces, first));
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

async function* encodeEvents(pieces: Pieces, first: IteratorResult<string, ChatEnding>) {
  const encoder = new TextEncoder();
  const encodeEvent = (choice: object) =>
    encoder.encode(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
  try {
    let next = first;
    for (; !next.done; next = await pieces.next()) yield encodeEvent({ delta: { content: next.value } });
    yield encodeEvent({ delta: {}, finish_reason: toReason(next.value) });
    yield encoder.encode('data: [DONE]\n\n');
  } finally {
    await pieces.return({ kind: 'ended', wasCut: true });
  }
}

function toReason({ wasCut }: ChatEnding): string {
  return wasCut ? 'length' : 'stop';
}

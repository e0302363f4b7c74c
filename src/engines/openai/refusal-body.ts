import { z } from 'zod';

/** What a refusal says, in the fields that the vendor writes. */
export interface RefusalBody {
  readonly message: string;
  readonly type?: unknown;
  readonly param?: unknown;
  readonly code?: unknown;
}

/** Ollama puts the answer of the server inside it, which is JSON, into its own message; nobody does so twice. */
const deepestMessage = 2;
const longestMessage = 4000;

const wordedSchema = z.looseObject({ message: z.string() });
const bodySchema = z.looseObject({ error: z.unknown().optional(), detail: z.unknown().optional() });

/**
 * Reads a refusal in any of the shapes in which compatible servers write it: the vendor's `{error: {message}}`, LM
 * Studio's and Ollama's own `{error: "…"}`, vLLM's older `{message}` without a cover, FastAPI's `{detail}`, and another
 * server's refusal inside the message.
 * @returns undefined for what is no refusal
 */
export function readRefusalBody(body: unknown, depth = 0): RefusalBody | undefined {
  if (Array.isArray(body)) return readRefusalBody(body[0], depth);
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { error, detail } = parsed.data;
  const worded = wordedSchema.safeParse(error ?? body);
  if (worded.success)
    return readInside(worded.data, depth) ?? { ...worded.data, message: cut(worded.data.message) };
  if (typeof error === 'string') return { message: cut(error) };
  if (detail === undefined || detail === null) return undefined;
  return readDetail(detail);
}

function readInside({ message }: RefusalBody, depth: number): RefusalBody | undefined {
  if (depth >= deepestMessage || !message.trimStart().startsWith('{')) return undefined;
  try {
    return readRefusalBody(JSON.parse(message), depth + 1);
  } catch {
    return undefined;
  }
}

/** A sentence, an object with one, or the list of fields that were wrong, which is read as it is written. */
function readDetail(detail: unknown): RefusalBody {
  const worded = wordedSchema.safeParse(detail);
  if (worded.success) return { ...worded.data, message: cut(worded.data.message) };
  return { message: cut(typeof detail === 'string' ? detail : JSON.stringify(detail)) };
}

function cut(message: string): string {
  return message.slice(0, longestMessage);
}

/**
 * Lets every refusal look like the vendor's, so that the SDK finds its words: of other shapes it keeps the status alone.
 * @param fetch bounds the bodies of refusals
 */
export function normalizeRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const text = await response.text();
    const body = readText(text);
    if (!body) return new Response(text, { status, headers });
    const plain = new Headers(headers);
    plain.delete('content-length');
    return new Response(JSON.stringify({ error: body }), { status, headers: plain });
  };
}

function readText(text: string): RefusalBody | undefined {
  try {
    return readRefusalBody(JSON.parse(text));
  } catch {
    return undefined;
  }
}

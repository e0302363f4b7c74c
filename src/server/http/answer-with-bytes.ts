import type { Reply, Request } from './app-types.ts';

/** Bytes that are there as a whole. */
export interface WholeBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
}

/**
 * Answers a GET or HEAD with the whole, or that nothing has changed (304).
 *
 * Parts (`Range`) are not offered: the page fetches a sample whole and plays it from memory. They would be needed where an
 * `<audio>` element loads it by its address, which Safari does in parts only.
 */
export function answerWithBytes(
  request: Request,
  reply: Reply,
  { bytes, mediaType, etag }: WholeBytes,
): Reply {
  reply.header('etag', etag);
  if (!isListed(etag, request.headers['if-none-match'])) return reply.type(mediaType).send(bytes);
  // Fastify tells a HEAD the length of what it is given, and that has to be the length of the whole.
  return reply.code(304).send(request.method === 'HEAD' ? bytes : undefined);
}

/** Whether a list of entity tags, or `*` for any, has this one. Weak tags count, as RFC 9110 has it for `If-None-Match`. */
function isListed(etag: string, list = ''): boolean {
  return list.trim() === '*' || [...list.matchAll(/"[^"]*"/gu)].some(([tag]) => tag === etag);
}

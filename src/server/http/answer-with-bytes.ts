import type { Reply, Request } from './app-types.ts';

/** Content that is in memory as a whole. */
export interface WholeBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** A strong entity tag, with quotes. */
  readonly etag: string;
}

/**
 * Answers a GET or HEAD with the content, or 304.
 *
 * No `Range` support: the page fetches a sample whole and plays it from memory. It would be needed for an
 * `<audio>` element with the URL, which Safari loads in ranges only.
 */
export function answerWithBytes(
  request: Request,
  reply: Reply,
  { bytes, mediaType, etag }: WholeBytes,
): Reply {
  reply.header('etag', etag);
  if (!isListed(etag, request.headers['if-none-match'])) return reply.type(mediaType).send(bytes);
  // Fastify computes a HEAD's Content-Length from the body, so it must be the whole.
  return reply.code(304).send(request.method === 'HEAD' ? bytes : undefined);
}

/** Whether a list of entity tags, or `*`, contains this one. Weak tags match, too (RFC 9110, `If-None-Match`). */
function isListed(etag: string, list = ''): boolean {
  return list.trim() === '*' || [...list.matchAll(/"[^"]*"/gu)].some(([tag]) => tag === etag);
}

import { CodedError } from '#shared/errors.ts';
import type { Reply, Request } from './app-types.ts';

/** Bytes that are there as a whole. */
export interface WholeBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
}

/**
 * Answers a GET or HEAD as RFC 9110 has it: the whole, the one part that `Range` asks for (206), or that nothing has
 * changed (304). What it may ignore is answered with the whole: other units, several parts at once, parts of no sense.
 * @throws CodedError `precondition_failed`; `range_not_satisfiable` when the part begins behind the end
 */
export function answerWithBytes(request: Request, reply: Reply, whole: WholeBytes): Reply {
  const { bytes, mediaType, etag } = whole;
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  if (ifMatch !== undefined && !isListed(etag, ifMatch, readStrongTags))
    throw new CodedError('precondition_failed');
  reply.header('accept-ranges', 'bytes');
  if (ifNoneMatch !== undefined && isListed(etag, ifNoneMatch, readTagsWeakly))
    return sendUnchanged(request, reply.header('etag', etag), bytes);
  const part = findPart(request, etag, bytes.length);
  if (part && part.first > part.last) {
    reply.header('content-range', `bytes */${bytes.length}`);
    throw new CodedError('range_not_satisfiable');
  }
  reply.type(mediaType).header('etag', etag);
  return part ? sendPart(reply, bytes, part) : reply.send(bytes);
}

function sendUnchanged({ method }: Request, reply: Reply, bytes: Uint8Array): Reply {
  // Fastify tells a HEAD the length of what it is given, and that has to be the length of the whole.
  return reply.code(304).send(method === 'HEAD' ? bytes : undefined);
}

function sendPart(reply: Reply, bytes: Uint8Array, { first, last }: Part): Reply {
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${bytes.length}`)
    .send(bytes.subarray(first, last + 1));
}

/** Both ends count. The first lies behind the last where there is nothing to send. */
interface Part {
  readonly first: number;
  readonly last: number;
}

/** The part that is asked for, undefined for the whole. */
function findPart({ method, headers }: Request, etag: string, length: number): Part | undefined {
  const { range, 'if-range': ifRange } = headers;
  // Whoever continues what has changed since needs it whole. A date is never that sure, and we tell none.
  if (method !== 'GET' || range === undefined || (ifRange !== undefined && ifRange !== etag))
    return undefined;
  const [, start = '', end = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/iu.exec(range) ?? [];
  if (start === '') return end === '' ? undefined : findEnd(Number(end), length);
  const first = Number(start);
  if (end === '') return { first, last: length - 1 };
  if (Number(end) < first) return undefined;
  return { first, last: Math.min(Number(end), length - 1) };
}

/** The last so many bytes. */
function findEnd(count: number, length: number): Part {
  return { first: count === 0 ? length : Math.max(0, length - count), last: length - 1 };
}

/** Whether a list of entity tags, or `*` for any, has this one. */
function isListed(etag: string, list: string, readTags: (list: string) => readonly string[]): boolean {
  return list.trim() === '*' || readTags(list).includes(etag);
}

function readStrongTags(list: string): readonly string[] {
  return [...list.matchAll(/(W\/)?("[^"]*")/gu)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}

function readTagsWeakly(list: string): readonly string[] {
  return list.match(/"[^"]*"/gu) ?? [];
}

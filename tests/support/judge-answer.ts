import { z } from 'zod';
import { authProblemSchema } from '#shared/api/account.ts';
import { problemSchema } from '#shared/api/problem.ts';
import type { ReadAnswer } from './exchange-bytes.ts';

const strictProblem = z.strictObject({ error: problemSchema.shape.error.strict() });

/** https://www.jsonrpc.org/specification#error_object */
const rpcProblem = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.strictObject({ code: z.int(), message: z.string().min(1) }),
});

/** Must not appear in answers: stack traces, SQL, paths of the server's disk. */
const leaks: Readonly<Record<string, RegExp>> = {
  'a stack trace': /\n\s+at \S|node:internal|node_modules|\.[cm]?[tj]sx?:\d+/u,
  SQL: /\b(?:select|delete)\b[^.]{0,200}\bfrom "|insert into "|syntax error at|relation "|duplicate key|violates \w+ constraint|Failed query|invalid byte sequence|DrizzleQueryError|PGlite/iu,
  'a name of Node':
    /\b(?:ENOENT|EACCES|ECONNREFUSED|ERR_[A-Z_]+|FST_[A-Z_]+|TypeError|RangeError|SyntaxError|ZodError)\b/u,
};

interface Asked {
  /** The path without its query, as it was sent. */
  readonly path: string;
  readonly method: string;
  /** Its head or framing was broken: it need not be answered, and its path may be parsed differently. */
  readonly isBroken: boolean;
}

/**
 * What is wrong with an answer to a random request; undefined if nothing is.
 * @param secretPlaces folders of the server
 */
export function judgeAnswer(
  answer: ReadAnswer | undefined,
  { path, method, isBroken }: Asked,
  secretPlaces: readonly string[],
): string | undefined {
  if (!answer) return isBroken ? undefined : 'no answer';
  const { status, contentType, body, head } = answer;
  // The stand-in always answers the same, which is invalid for long or timed scripts; a busy machine refuses some.
  const expected = { 502: '"provider_garbage"', 503: '"overloaded"' }[status];
  const isFailure = status >= 500 && !(expected && body.includes(expected));
  if (isFailure) return `status ${status}: ${body.slice(0, 300)}`;
  for (const place of secretPlaces)
    if (body.includes(place) || head.includes(place)) return `a path: ${place}`;
  const isPage = contentType.startsWith('text/html') || contentType.startsWith('audio/');
  if (!isPage)
    for (const [what, pattern] of Object.entries(leaks)) {
      const leaked = pattern.exec(body) ?? pattern.exec(head);
      if (leaked) return `${what}: ${leaked[0]}`;
    }
  if (status < 400 || method === 'HEAD') return undefined;
  // A missing page gets the page of that error.
  if (isPage && (status === 404 || status === 405)) return undefined;
  const problem = describeProblem(body, path, isBroken);
  return problem && `${status} ${contentType}: ${problem}`;
}

function describeProblem(body: string, path: string, isBroken: boolean): string | undefined {
  // The contact form's SDK shows the answer.
  if (path.includes('/send-form') && /^\p{Lu}[^{}<>]*\.$/u.test(body)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return `no JSON: ${body.slice(0, 200)}`;
  }
  if (path.includes('/mcp') && rpcProblem.safeParse(value).success) return undefined;
  const isForAuthClient = path.startsWith('/api/auth/');
  const fits = strictProblem.safeParse(value).success;
  const fitsAuth = authProblemSchema.safeParse(value).success;
  if (fits || ((isForAuthClient || isBroken) && fitsAuth)) return undefined;
  return `another shape: ${body.slice(0, 200)}`;
}

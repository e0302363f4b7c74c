import { CodedError } from '#shared/errors.ts';
import { toAuthProblem } from '../http/answer-problem.ts';
import type { Reply, Request as ServerRequest } from '../http/app-types.ts';
import { noteFailure, type RequestFailure } from '../http/request-failure.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { addressHeader } from './create-auth.ts';

/** What better-auth gets to see of a request. Nothing that claims who asks or under which name this server is known. */
const passedHeaders = ['cookie', 'user-agent', 'accept'] as const;

/**
 * A request in the form that better-auth takes.
 * @param publicUrl the origin that people see, whatever `Host` says
 * @param body instead of the one that came, checked and with known fields only
 */
export function toWebRequest(request: ServerRequest, publicUrl: string, body?: object): Request {
  const headers = passHeaders(request, publicUrl);
  if (body) headers.set('content-type', 'application/json');
  return new Request(findCalledUrl(request, publicUrl), {
    method: request.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

/**
 * Our router takes an address that is written in another way, or with a host; better-auth would find nothing there. NUL is
 * left out: better-auth looks parameters up in the database, which fails on it.
 */
function findCalledUrl({ url, routeOptions }: ServerRequest, publicUrl: string): URL {
  const { search } = new URL(url, publicUrl);
  return new URL(`${routeOptions.url}${search.replaceAll('%00', '')}`, publicUrl);
}

/** The same request without parameters of other names. */
export function keepParameters(request: Request, names: readonly string[]): Request {
  const url = new URL(request.url);
  for (const name of [...url.searchParams.keys()]) if (!names.includes(name)) url.searchParams.delete(name);
  return new Request(url, request);
}

function passHeaders(request: ServerRequest, publicUrl: string): Headers {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  // It takes addresses only: the first one of a visitor's network.
  headers.set(addressHeader, requireVisitor(request).replace(/\/\d+$/u, ''));
  // Where the request comes from was checked before (check-origin.ts), for all calls alike.
  headers.set('origin', publicUrl);
  return headers;
}

/** Has better-auth take back the cookies of a request of any method, whatever became of its session. */
export function toSignOutRequest(request: ServerRequest, publicUrl: string): Request {
  const headers = passHeaders(request, publicUrl);
  headers.set('content-type', 'application/json');
  return new Request(new URL('/api/auth/sign-out', publicUrl), { method: 'POST', headers, body: '{}' });
}

/** Passes the cookies of an answer on. */
export function keepCookies(reply: Reply, response: Response): void {
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}

/** Sends what better-auth answered. What went wrong inside it is told as our own errors are. */
export async function sendWebResponse(reply: Reply, response: Response): Promise<Reply> {
  if (response.status >= 500) {
    noteFailure(new CodedError('internal'), reply.request);
    return reply.code(500).send(toAuthProblem(new CodedError('internal')));
  }
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  keepCookies(reply, response);
  const retryAfter = response.headers.get('x-retry-after');
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
  reply.header('cache-control', 'no-store');
  const text = await response.text();
  reply.request.failure = findFailure(response, text);
  return reply.code(response.status).send(hideToken(text));
}

/**
 * better-auth tells the token of a session in the body, too, and the page that closes the popup would hand it to the page
 * that opened it: any script could read it there. The browser has it as a cookie already.
 */
function hideToken(text: string): string {
  return text.replaceAll(/"token":"[^"]*"/gu, '"token":"in the cookie"');
}

/**
 * What a provider of identities (RFC 6749, 4.1.2.1) and better-auth call the failures that they put into an address. A
 * made-up address can contain anything, so no other word is written to the log.
 */
const namesInAddresses: ReadonlySet<string> = new Set([
  'access_denied',
  'invalid_request',
  'server_error',
  'temporarily_unavailable',
  'account_not_linked',
  'email_not_found',
  'state_mismatch',
  'state_not_found',
  'invalid_token',
  'token_expired',
  'user_not_found',
  'popup_sign_in_failed',
]);

/** What better-auth declined: with a problem as JSON, by leading back with `error` in the address, or in the popup's page. */
function findFailure(response: Response, text: string): RequestFailure | undefined {
  if (response.status >= 400) {
    const [, code] = /"code":"([A-Z_]+)"/u.exec(text) ?? [];
    return { code: code?.slice(0, 64) ?? 'declined' };
  }
  const [, inAddress] = /[?&]error=(\w+)/u.exec(response.headers.get('location') ?? '') ?? [];
  const [, inPage] = /"error":\{"code":"(\w+)"/u.exec(text) ?? [];
  const name = (inAddress ?? inPage)?.toLowerCase();
  if (name === undefined) return undefined;
  return { code: namesInAddresses.has(name) ? name : 'sign_in_failed' };
}

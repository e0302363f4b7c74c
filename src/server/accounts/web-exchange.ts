import { CodedError } from '#shared/errors.ts';
import { toAuthProblem } from '../http/answer-problem.ts';
import type { Reply, Request as ServerRequest } from '../http/app-types.ts';
import { noteFailure, type RequestFailure } from '../http/request-failure.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { addressHeader } from './create-auth.ts';

/** Headers passed to better-auth. None that claim a client address or host. */
const passedHeaders = ['cookie', 'user-agent', 'accept'] as const;

/** Converts a request for better-auth. @param publicUrl the public origin, whatever `Host` says */
export function toWebRequest(request: ServerRequest, publicUrl: string, body?: object): Request {
  const headers = passHeaders(request, publicUrl);
  if (body) headers.set('content-type', 'application/json');
  return new Request(findCalledUrl(request, publicUrl), {
    method: request.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Our router accepts variants of a URL that better-auth would not find. NUL is removed, as the database cannot store it. */
function findCalledUrl({ url, routeOptions }: ServerRequest, publicUrl: string): URL {
  const { search } = new URL(url, publicUrl);
  return new URL(`${routeOptions.url}${search.replaceAll('%00', '')}`, publicUrl);
}

/** Keeps only these parameters of a request. */
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
  // It takes only addresses: the first one of a visitor's network.
  headers.set(addressHeader, requireVisitor(request).replace(/\/\d+$/u, ''));
  // The origin was checked before (check-requests.ts).
  headers.set('origin', publicUrl);
  return headers;
}

/** Makes better-auth delete the session cookies, even without a valid session. */
export function toSignOutRequest(request: ServerRequest, publicUrl: string): Request {
  const headers = passHeaders(request, publicUrl);
  headers.set('content-type', 'application/json');
  return new Request(new URL('/api/auth/sign-out', publicUrl), { method: 'POST', headers, body: '{}' });
}

export function keepCookies(reply: Reply, response: Response): void {
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}

/** Sends better-auth's answer, with its errors in our format. */
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
 * better-auth also puts the session token in the body, and the closing popup would pass it to its opener, where any
 * script could read it. The browser already has it as a cookie.
 */
function hideToken(text: string): string {
  return text.replaceAll(/"token":"[^"]*"/gu, '"token":"in the cookie"');
}

/**
 * Error names of identity providers (RFC 6749, 4.1.2.1) and better-auth in redirect URLs. A made-up URL can contain
 * anything, so only these names are logged.
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

/** A failure in better-auth's answer: JSON problem, redirect with `error`, or the popup's page. */
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

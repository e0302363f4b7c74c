import type { z } from 'zod';
import { CodedError, type ErrorCode, errorCodes, refuse } from '#shared/errors.ts';
import { answerMessages } from '#shared/messages/answers.ts';
import { fill, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { hash } from '#shared/narration/fingerprint.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * `fetch` that rejects with a message for users instead of a network error or a failed response; 304 is none.
 * @throws {CodedError} the server's error; `unavailable` if it cannot be reached; a cancelled call rejects with the signal's reason
 */
export async function callServer(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw createUnreachableError(error);
  }
  if (response.ok || response.status === 304) return response;
  throw readProblem(await response.text());
}

export function postJson(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...init.headers };
  return callServer(path, { ...init, method: 'POST', headers, body: JSON.stringify(body) });
}

/** @throws {CodedError} as {@link callServer}; `ZodError` for an unexpected answer */
export async function getAnswer<Answer>(
  path: string,
  schema: z.ZodType<Answer>,
  init?: RequestInit,
): Promise<Answer> {
  const response = await callServer(path, init);
  return schema.parse(await response.json());
}

export function readProblem(body: string): CodedError {
  const answer = parseJson(body);
  const problem = isRecord(answer) ? answer.error : undefined;
  // As problemSchema of src/shared/api/problem.ts. By hand, because this is in the first load, and zod is not.
  if (isRecord(problem) && typeof problem.message === 'string') {
    const code = errorCodes.find(each => each === problem.code);
    if (code) return new CodedError(code, { message: problem.message });
  }
  return refuse('internal', pageMessages.answerUnknown);
}

export function createUnreachableError(cause: unknown): CodedError {
  return new CodedError('unavailable', { message: fill(pageMessages.serverUnreachable), cause });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server had responded, then the provider, the server or the connection failed. */
export const brokeOff = fill(answerMessages.connectionLost);

/** As it arrives. @throws {CodedError} `unavailable` if the connection breaks; a cancelled call rejects with its own reason */
export async function* readPieces(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Not every browser supports `for await` on streams.
  const reader = response.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CodedError('unavailable', { message: brokeOff, cause: error });
  }
}

export type KeyHeaders = { readonly 'idempotency-key': string };

/** The keys of calls whose outcome is unknown, by what they ask; what was asked last is last. */
const openCalls = new Map<string, KeyHeaders>();

/** A key is forgotten only when so many later calls have broken off. */
const maxOpen = 1000;

/** Before the server has looked for the key. */
const unkeyed: readonly ErrorCode[] = ['unauthorized', 'rate_limited', 'upload_too_slow', 'client_closed'];

/**
 * Makes a paid call with a key that stays the same for the same request until the server has ended it, so that neither a double click nor a
 * retry after a broken connection costs twice, however many calls go on side by side.
 * @param asked the request, or enough of it to distinguish it @param send makes the call and reads its whole response
 */
export async function callWithKey<Answer>(
  path: string,
  asked: unknown,
  send: (headers: KeyHeaders) => Promise<Answer>,
): Promise<Answer> {
  const text = JSON.stringify(asked);
  const call = `${path} ${text.length} ${hash(new TextEncoder().encode(text))}`;
  const headers = openCalls.get(call) ?? { 'idempotency-key': makeKey() };
  openCalls.delete(call);
  openCalls.set(call, headers);
  for (const oldest of openCalls.keys()) if (openCalls.size > maxOpen) openCalls.delete(oldest);
  const close = () => openCalls.get(call) === headers && openCalls.delete(call);
  try {
    const answer = await send(headers);
    close();
    return answer;
  } catch (error) {
    if (!isEnd(error)) throw error;
    close();
    // Requests that looked the same were different.
    if (error.code === 'key_reused') return await callWithKey(path, asked, send);
    throw error;
  }
}

/** Whether the server does nothing more for a key: any other failure leaves open what an earlier call with it has done. */
function isEnd(error: unknown): error is CodedError {
  if (!(error instanceof CodedError) || error.status >= 500 || unkeyed.includes(error.code)) return false;
  return error.code !== 'conflict' || error.message === t(requestErrors.alreadyDone);
}

/** `crypto.randomUUID` exists on https and localhost only. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

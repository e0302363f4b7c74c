import type { z } from 'zod';
import { CodedError, errorCodes } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { isRecord } from './check-value.ts';

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
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await callServer(path, signal && { signal });
  return schema.parse(await response.json());
}

/** The error in the body of a failed response. */
export function readProblem(body: string): CodedError {
  const answer = parseJson(body);
  const problem = isRecord(answer) ? answer.error : undefined;
  // As problemSchema of src/shared/api/problem.ts. By hand, because this is in the first load, and zod is not.
  if (isRecord(problem) && typeof problem.message === 'string') {
    const code = errorCodes.find(each => each === problem.code);
    if (code) return new CodedError(code, { message: problem.message });
  }
  return new CodedError('internal', { message: fill(pageMessages.answerUnknown) });
}

export function createUnreachableError(cause: unknown): CodedError {
  return new CodedError('unavailable', { message: fill(pageMessages.serverUnreachable), cause });
}

/** Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

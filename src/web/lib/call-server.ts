import { CodedError, errorCodes } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { isRecord } from './check-value.ts';

/**
 * `fetch` that rejects with a sentence for a person instead of a bare network error or a failed answer.
 * @throws {CodedError} the server's own problem; `unavailable` when it cannot be reached; a cancelled call rejects
 * with the signal's reason
 */
export async function callServer(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw createUnreachableError(error);
  }
  if (response.ok) return response;
  throw readProblem(await response.text());
}

/** POSTs a value as JSON. */
export function postJson(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...init.headers };
  return callServer(path, { ...init, method: 'POST', headers, body: JSON.stringify(body) });
}

/** The error in the body of a failed answer. */
export function readProblem(body: string): CodedError {
  const answer = parseJson(body);
  const problem = isRecord(answer) ? answer.error : undefined;
  // As problemSchema of src/shared/api/problem.ts has it. By hand, because this comes with the page, and zod does not.
  if (isRecord(problem) && typeof problem.message === 'string') {
    const code = errorCodes.find(each => each === problem.code);
    if (code) return new CodedError(code, { message: problem.message });
  }
  return new CodedError('internal', { message: fill(pageMessages.answerUnknown) });
}

/** No answer came at all. */
export function createUnreachableError(cause: unknown): CodedError {
  return new CodedError('unavailable', { message: fill(pageMessages.serverUnreachable), cause });
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

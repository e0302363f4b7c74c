import type { AuthProblem } from '#shared/api/account.ts';
import type { Problem } from '#shared/api/problem.ts';
import { CodedError } from '#shared/errors.ts';
import type { Reply, Request } from './app-types.ts';
import { noteFailure } from './request-failure.ts';
import { toCodedError } from './to-coded-error.ts';

export function toProblem(error: CodedError): Problem {
  const { code, filled, note } = error;
  return {
    error: {
      code,
      message: note ? `${error.message} ${note.text}` : error.message,
      key: filled?.key,
      values: filled?.values,
      note: note && { key: note.key, values: note.values },
    },
  };
}

/** The same for better-auth's client, which expects code and message at the top. */
export function toAuthProblem(error: CodedError): AuthProblem {
  const { code, message, filled } = error;
  return { code: code.toUpperCase(), message, key: filled?.key, values: filled?.values };
}

/** The only place where an error becomes an answer: `{error: {code, message, key, values}}` with the right status. */
export function answerProblem(error: unknown, request: Request, reply: Reply): Reply {
  const coded = findReason(request) ?? toCodedError(error);
  noteFailure(coded, request);
  // For an invalid URL, the hook that sets it does not run.
  reply.header('x-request-id', request.id);
  if (coded.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(coded.retryAfterSeconds));
  // Does not wait for the rest of a stalled upload.
  if (coded.code === 'upload_too_slow') reply.header('connection', 'close');
  reply.code(coded.status);
  const { isAnsweredInText, isForAuthClient } = request.routeOptions.config;
  if (isAnsweredInText) return reply.type('text/plain; charset=utf-8').send(coded.message);
  const problem = isForAuthClient ? toAuthProblem(coded) : toProblem(coded);
  return reply.type('application/json; charset=utf-8').send(problem);
}

/** Stopped work fails in many ways, so the reason for stopping is reported. */
export function findReason(request: Request): CodedError | undefined {
  const { work } = request;
  return work?.aborted && work.reason instanceof CodedError ? work.reason : undefined;
}

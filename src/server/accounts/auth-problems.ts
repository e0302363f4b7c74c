import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { describeForLog } from '../http/describe-for-log.ts';
import { toCodedError } from '../http/to-coded-error.ts';

/** The errors that better-auth logged during one request. */
const problemsOfRequest = new AsyncLocalStorage<Error[]>();

/** Takes better-auth's log output. Its text may repeat user input, so the log gets only its location. */
export function noteProblem(log: FastifyBaseLogger, said: readonly unknown[]): void {
  const error = said.find(each => each instanceof Error) ?? new Error();
  problemsOfRequest.getStore()?.push(error);
  const advice =
    'A sign-in, a registration or a link failed. If users cannot sign in, check database, mail server and clock with npm run doctor. The location shows which call failed.';
  log.error({ problem: describeForLog(error), advice }, 'better-auth had a problem');
}

/**
 * Passes a request to better-auth. When the database fails, better-auth answers 500 or 422 and only logs the reason;
 * here that error is thrown, so that a transaction around it is rolled back.
 * @throws CodedError `unavailable`, `storage_full`, and `bad_request` for a text that the database cannot store
 */
export async function answerOrThrow(answer: () => Promise<Response>): Promise<Response> {
  const problems: Error[] = [];
  const response = await problemsOfRequest.run(problems, answer);
  if (response.status < 400) return response;
  const failures = problems.map(toCodedError);
  const failure = failures.find(
    ({ code }) =>
      code === 'unavailable' || code === 'storage_full' || (code === 'bad_request' && response.status >= 500),
  );
  if (failure) throw failure;
  return response;
}

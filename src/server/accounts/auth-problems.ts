import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { describeForLog } from '../http/describe-for-log.ts';
import { toCodedError } from '../http/to-coded-error.ts';

/** What better-auth logged while it worked on one request. */
const problemsOfRequest = new AsyncLocalStorage<Error[]>();

/** Takes what better-auth logs. Its words may repeat what somebody sent; the log gets their place. */
export function noteProblem(log: FastifyBaseLogger, said: readonly unknown[]): void {
  const error = said.find(each => each instanceof Error) ?? new Error();
  problemsOfRequest.getStore()?.push(error);
  const advice =
    'A sign-in, a registration or a link failed. If users cannot sign in, check database, mail server and clock with npm run doctor. The location shows which call failed.';
  log.error({ problem: describeForLog(error), advice }, 'better-auth had a problem');
}

/**
 * Lets better-auth answer. When the database fails in the middle of it, better-auth makes a 500 or a 422 of that and says why to
 * its log only: here it is thrown, as it is by everything else of ours, so that a transaction around it is undone.
 * @throws CodedError `unavailable`, `storage_full`, and `bad_request` for a text that no database keeps
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

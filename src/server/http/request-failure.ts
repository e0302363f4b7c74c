import type { CodedError } from '#shared/errors.ts';
import { adviseOn } from './advise-on.ts';
import type { Request } from './app-types.ts';
import { describeForLog } from './describe-for-log.ts';

/** Why a request failed, in words that are our own or a library's own, never a visitor's. */
export interface RequestFailure {
  readonly code: string;
  readonly reason?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the line at the request's end says of its failure; a stream of lines fails with the status 200. */
    failure: RequestFailure | undefined;
  }
}

/** Remembers why a request failed, for the line at its end. Our own faults are told at once, and in full. */
export function noteFailure(error: CodedError, request: Request): void {
  request.failure = { code: error.code, reason: error.loggedMessage };
  const advice = adviseOn(error.code);
  if (advice) request.log.error({ problem: describeForLog(error), advice }, 'request failed');
}

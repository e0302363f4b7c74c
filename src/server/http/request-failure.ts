import { type CodedError, type ErrorCode, errorStatuses } from '#shared/errors.ts';
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

type Statuses = typeof errorStatuses;

/** Those that are not the visitor's fault. */
type OwnFault = {
  [Code in ErrorCode]: `${Statuses[Code]}` extends `5${string}` ? Code : never;
}[ErrorCode];

/** What whoever runs the server can do about each fault on our side. */
const advice: Readonly<Record<OwnFault, string>> = {
  internal:
    'This is a fault of ours: see whether a newer version mends it, or report it with this line. If all requests fail, npm run doctor says whether disk or database are the reason.',
  provider_garbage:
    'If it comes often, the model is too weak for its work: npm run doctor tries it out, and another can be named by its setting.',
  provider_unavailable:
    'npm run doctor says what the provider does not take: a key, an account without credit, a model that is gone, or an address at which nobody answers.',
  provider_busy:
    'The provider turns us away for the moment. If it lasts, raise the limits of your account there, or name another provider.',
  provider_timeout:
    'If it comes often, see how busy the provider is; a server of your own may need a smaller model or a graphics card.',
  overloaded:
    'More comes at once than this process can begin with. If it lasts, start another with ROLE=web on the same Postgres, or use a larger machine (docs/self-hosting.md, Size).',
  unavailable:
    'The server is stopping, or too much comes at once, or its database does not answer: /readyz and npm run doctor tell which.',
  storage_full:
    'Make room on the disk of DATA_DIR, set DATA_DIR to a folder on a larger one, or lower MAX_VIDEO_BYTES. npm run doctor says how much is free.',
};

/** What can be done about a failure by whoever runs the server; undefined where it is the visitor's. */
export function adviseOn(code: ErrorCode): string | undefined {
  return isOwnFault(code) ? advice[code] : undefined;
}

function isOwnFault(code: ErrorCode): code is OwnFault {
  return errorStatuses[code] >= 500;
}

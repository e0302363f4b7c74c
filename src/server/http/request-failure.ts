import { hrtime } from 'node:process';
import { type CodedError, type ErrorCode, errorStatuses } from '#shared/errors.ts';
import type { App, Request } from './app-types.ts';
import { describeForLog } from './describe-for-log.ts';

/** Why a request failed, in our own or a library's words; no user data. */
export interface RequestFailure {
  readonly code: string;
  readonly reason?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log line at the end of the request; a failed stream of lines still has status 200. */
    failure: RequestFailure | undefined;
  }
}

/** Stores why a request failed, for its log line. Server failures are also logged at once, in full. */
export function noteFailure(error: CodedError, request: Request): void {
  request.failure = { code: error.code, reason: error.loggedMessage };
  const advice = adviseOn(error.code);
  if (advice) request.log.error({ problem: describeForLog(error), advice }, 'request failed');
}

type Statuses = typeof errorStatuses;

/** Error codes that are not the client's fault. */
type OwnFault = {
  [Code in ErrorCode]: `${Statuses[Code]}` extends `5${string}` ? Code : never;
}[ErrorCode];

const advice: Readonly<Record<OwnFault, string>> = {
  internal:
    'This is a bug. Update to a newer version, or report it with this line. If all requests fail, run npm run doctor to check disk and database.',
  provider_garbage:
    'If this happens often, the model may be too weak. Test it with npm run doctor, or set another model.',
  provider_unavailable:
    'Run npm run doctor to find the cause: a rejected key, an account without credit, a missing model, or an address that does not respond.',
  provider_busy:
    'The provider is rejecting requests because of its limits. If this continues, raise the limits of your account there, or use another provider.',
  provider_timeout:
    'If this happens often, check how busy the provider is. Your own AI server may need a smaller model or a graphics card.',
  overloaded:
    'This process gets more requests than it can handle. If this continues, start another with ROLE=web on the same Postgres, or use a larger machine (docs/self-hosting.md, Size).',
  unavailable:
    'The server is stopping, is overloaded, or its database does not respond. Check /readyz and npm run doctor.',
  storage_full:
    'Free space on the disk of DATA_DIR, move DATA_DIR to a larger disk, or lower MAX_VIDEO_BYTES. npm run doctor shows how much is free.',
};

/** Advice to the operator; undefined for errors caused by the client. */
export function adviseOn(code: ErrorCode): string | undefined {
  return isOwnFault(code) ? advice[code] : undefined;
}

function isOwnFault(code: ErrorCode): code is OwnFault {
  return errorStatuses[code] >= 500;
}

/** What is logged about a request: no address, query or body. */
export interface EndedRequest {
  readonly method: string;
  /** The route's pattern, never the requested URL. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** The client disconnected before the end of the answer. */
  readonly isCutOff: boolean;
}

/** Calls `report` and logs a line at the end of every request, with code and reason of a failure. */
export function observeRequests(app: App, report: (ended: EndedRequest) => void): void {
  app.decorateRequest('failure');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const startedAt = hrtime.bigint();
    reply.raw.once('close', () => {
      const ended: EndedRequest = {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.raw.writableFinished || reply.raw.headersSent ? reply.raw.statusCode : 499,
        seconds: Number(hrtime.bigint() - startedAt) / 1e9,
        isCutOff: !reply.raw.writableFinished,
      };
      report(ended);
      const isQuiet = request.routeOptions.config.isForOperators && !request.failure;
      request.log[isQuiet ? 'debug' : 'info']({ ...ended, ...request.failure }, 'request ended');
    });
  });
}

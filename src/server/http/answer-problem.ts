import { hrtime } from 'node:process';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { AuthProblem } from '#shared/api/account.ts';
import type { Problem } from '#shared/api/problem.ts';
import { CodedError, type ErrorCode, type errorStatuses } from '#shared/errors.ts';
import { findFieldMessage } from '#shared/messages/field-text.ts';
import type { App, Reply, Request } from './app-types.ts';
import { describeForLog, listCauses } from './log.ts';

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

/** Converts anything thrown to a CodedError. Unknown errors become `internal`; their message is only for the log. */
export function toCodedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  if (error instanceof SuppressedError || error instanceof AggregateError) return findSpecific(error);
  if (hasZodFastifySchemaValidationErrors(error))
    return describeIssue(error.validation[0]?.message ?? '', error);
  const code = findCode(error);
  return new CodedError(code, { cause: error, retryAfterSeconds: code === 'unavailable' ? 5 : undefined });
}

/** The first error is the reason; errors during clean-up mostly follow from it. The log gets all of them. */
function findSpecific(error: SuppressedError | AggregateError): CodedError {
  const all = listCauses(error).map(toCodedError);
  const specific = all.find(({ code }) => code !== 'internal') ?? new CodedError('internal');
  const { code, message, filled, retryAfterSeconds } = specific;
  return new CodedError(code, { message: filled ?? message, retryAfterSeconds, cause: error });
}

export const toBadRequest = ({ issues }: z.ZodError) => describeIssue(issues[0]?.message ?? '', undefined);

/** Our schemas' messages are for people; Zod's own are not. */
function describeIssue(text: string, cause: unknown): CodedError {
  return new CodedError('bad_request', { message: findFieldMessage(text), cause });
}

const codesOfStatus: Readonly<Record<number, ErrorCode>> = {
  // Only the static file server uses it, for paths outside its folder.
  403: 'not_found',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'upload_too_slow',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** No space: disk, quota, largest file size; Postgres has its own code for a full disk. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The database is unavailable: network errors, Postgres' classes "connection" and "operator intervention", full disk. */
const unavailableCode = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|08|57P|53)/u;
const unavailableMessage =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated/u;

/** Postgres' codes for a text that it cannot store, such as one with U+0000. */
const unstorableCodes = new Set(['22021', '22P05']);

function findCode(error: unknown): ErrorCode {
  // Work is aborted only through `request.work`, mostly because the client disconnected.
  if (error instanceof Error && error.name === 'AbortError') return 'client_closed';
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string') {
      if (fullCodes.has(each.code)) return 'storage_full';
      if (unavailableCode.test(each.code)) return 'unavailable';
      if (unstorableCodes.has(each.code)) return 'bad_request';
    }
    if (unavailableMessage.test(each.message)) return 'unavailable';
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return codesOfStatus[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'internal');
}

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

type OwnFault = { [Code in ErrorCode]: `${Statuses[Code]}` extends `5${string}` ? Code : never }[ErrorCode];

const advice: Readonly<Partial<Record<ErrorCode, string>>> = {
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
} satisfies Record<OwnFault, string>;

export function adviseOn(code: ErrorCode): string | undefined {
  return advice[code];
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

import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import { findFieldMessage } from '#shared/messages/field-text.ts';
import { listCauses } from './describe-for-log.ts';

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

/** The first issue of a schema, as a `bad_request`. */
export function toBadRequest(error: z.ZodError): CodedError {
  return describeIssue(error.issues[0]?.message ?? '', undefined);
}

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

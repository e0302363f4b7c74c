import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Request } from '../http/app-types.ts';
import { describeByteLimit, formOverheadBytes } from './upload-limits.ts';

const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))\s*(?:;|$)/iu;
/** The limit of RFC 2046; the parser would fail on more than 256. */
const mostBoundaryCharacters = 70;

/** Refuses a form by its headers, before its body is read. */
export function refuseEarly(request: Request, maxFileBytes: number): void {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/iu.test(type))
    throw new CodedError('unsupported_media_type', { message: fill(requestErrors.notForm) });
  if (findBoundary(request) === undefined)
    throw new CodedError('bad_request', { message: fill(requestErrors.noBoundary) });
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + formOverheadBytes)
    throw tooLarge(maxFileBytes);
}

/** The boundary between the parts of a form; undefined if missing or invalid. */
function findBoundary(request: Request): string | undefined {
  const [, quoted, plain] = boundary.exec(request.headers['content-type'] ?? '') ?? [];
  const named = quoted ?? plain;
  return named === undefined || named.length > mostBoundaryCharacters ? undefined : named;
}

/** The error for a too large file, with the limit; for a form without files, about the form. */
export function tooLarge(maxBytes: number): CodedError {
  if (maxBytes === 0) return new CodedError('too_large', { message: fill(requestErrors.formTooLarge) });
  return new CodedError('too_large', {
    message: fill(requestErrors.fileTooLarge, { limit: describeByteLimit(maxBytes) }),
  });
}

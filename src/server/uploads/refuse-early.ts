import { CodedError } from '#shared/errors.ts';
import type { Request } from '../http/app-types.ts';
import { describeByteLimit, formOverheadBytes } from './upload-limits.ts';

const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))\s*(?:;|$)/iu;
/** RFC 2046 allows no more; the parser would fail on more than 256. */
const mostBoundaryCharacters = 70;

/** Refuses a form whose own headers already say that it cannot be taken, before any of it is read. */
export function refuseEarly(request: Request, maxFileBytes: number): void {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/iu.test(type))
    throw new CodedError('unsupported_media_type', { message: 'Please send a form (multipart/form-data).' });
  if (findBoundary(request) === undefined)
    throw new CodedError('bad_request', { message: 'The form names no boundary, or none that can be used.' });
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + formOverheadBytes)
    throw tooLarge(maxFileBytes);
}

/** What separates the parts of a form; undefined where the headers name nothing that can be used. */
function findBoundary(request: Request): string | undefined {
  const [, quoted, plain] = boundary.exec(request.headers['content-type'] ?? '') ?? [];
  const named = quoted ?? plain;
  return named === undefined || named.length > mostBoundaryCharacters ? undefined : named;
}

/** The refusal of a file, with the limit in words; of a form that has no files, of the form. */
export function tooLarge(maxBytes: number): CodedError {
  if (maxBytes === 0) return new CodedError('too_large', { message: 'This form is larger than we take.' });
  return new CodedError('too_large', {
    message: `This file is larger than the ${describeByteLimit(maxBytes)} that we take.`,
  });
}

import { CodedError } from '#shared/errors.ts';
import type { Request } from '../http/app-types.ts';
import { formOverheadBytes } from './upload-limits.ts';

const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))\s*(?:;|$)/iu;
/** RFC 2046 allows no more; the parser would fail on more than 256. */
const mostBoundaryCharacters = 70;

/** Refuses a form whose own headers already say that it cannot be taken, before any of it is read. */
export function refuseEarly(request: Request, maxFileBytes: number): void {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/iu.test(type))
    throw new CodedError('unsupported_media_type', { message: 'Please send a form (multipart/form-data).' });
  const [, quoted, bare] = boundary.exec(type) ?? [];
  const named = quoted ?? bare;
  if (named === undefined || named.length > mostBoundaryCharacters)
    throw new CodedError('bad_request', { message: 'The form names no boundary, or none that can be used.' });
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + formOverheadBytes)
    throw tooLarge(maxFileBytes);
}

const mebibyte = 1024 ** 2;

/** The refusal of a file, with the limit in words; of a form that has no files, of the form. */
export function tooLarge(maxBytes: number): CodedError {
  if (maxBytes === 0) return new CodedError('too_large', { message: 'This form is larger than we take.' });
  const limit = maxBytes >= mebibyte ? `${Math.floor(maxBytes / mebibyte)} MB` : `${maxBytes} bytes`;
  return new CodedError('too_large', { message: `This file is larger than the ${limit} that we take.` });
}

import { CodedError } from '#shared/errors.ts';

const codesOfLimits = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** What the parser of forms says, plain errors without a code, when a form is broken. */
const brokenForm = /multipart|boundary|terminated early|Malformed|Unexpected end|header/iu;

/**
 * Gives the errors of the multipart parser their meaning: left alone, every malformed form would be a fault of ours.
 * Others pass through.
 */
export function toFormError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (codesOfLimits.has(code))
    return new CodedError('too_large', { message: 'The form has too many fields.' });
  if (code === 'FST_PROTO_VIOLATION')
    return new CodedError('bad_request', { message: 'The form has a field that this call does not know.' });
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return new CodedError('bad_request', { message: 'The fields of the form must be plain text.' });
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new CodedError('client_closed');
  if (code === '' && brokenForm.test(error.message))
    return new CodedError('bad_request', { message: 'The form is broken or was cut short.' });
  return error;
}

import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';

const codesOfLimits = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** The multipart parser's messages for broken forms, plain errors without a code. */
const brokenForm = /multipart|boundary|terminated early|Malformed|Unexpected end|header/iu;

/** Converts the multipart parser's errors, which would otherwise count as server errors. Others pass through. */
export function toFormError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (codesOfLimits.has(code))
    return new CodedError('too_large', { message: fill(requestErrors.tooManyFields) });
  if (code === 'FST_PROTO_VIOLATION')
    return new CodedError('bad_request', { message: fill(requestErrors.unknownField) });
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return new CodedError('bad_request', { message: fill(requestErrors.fieldsNotText) });
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new CodedError('client_closed');
  if (code === '' && brokenForm.test(error.message))
    return new CodedError('bad_request', { message: fill(requestErrors.brokenForm) });
  return error;
}

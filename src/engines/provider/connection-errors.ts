import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';

/** Errors before the first byte of the request was sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const certificateCode = /CERT|^ERR_TLS_|^UNABLE_TO_/u;
const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
const deepestCause = 5;

/** Whether a failed `fetch` may be repeated: the request was not received, and no time-out passed. */
export function mayConnectAgain(error: unknown): boolean {
  return wasNeverSent(error) && !isTimeout(error);
}

/** The error of a `fetch` that must not be repeated. */
export function toConnectionError(error: unknown): CodedError {
  const costsNothing = wasNeverSent(error);
  if (isTimeout(error)) return new CodedError('provider_timeout', { cause: error, costsNothing });
  return new CodedError('provider_unavailable', {
    message: fill(engineMessages.connectionLost),
    cause: error,
    costsNothing,
  });
}

function isTimeout(error: unknown): boolean {
  return findCodes(error).some(code => timeouts.has(code));
}

function wasNeverSent(error: unknown): boolean {
  return findCodes(error).some(code => beforeSending.has(code) || certificateCode.test(code));
}

function findCodes(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error, depth = 0; each instanceof Error && depth < deepestCause; depth += 1) {
    if ('code' in each && typeof each.code === 'string') codes.push(each.code);
    each = each.cause;
  }
  return codes;
}

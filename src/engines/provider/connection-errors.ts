import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';

/** Happened before the first byte of the request was sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The other side could not show who it is. */
const certificateCode = /CERT|^ERR_TLS_|^UNABLE_TO_/u;
const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
const deepestCause = 5;

/** Whether a `fetch` that failed so may be repeated: nobody has got the request, and nobody was waited for in vain. */
export function mayConnectAgain(error: unknown): boolean {
  return wasNeverSent(error) && !isTimeout(error);
}

/** What a `fetch` failed with, where it is not to be repeated. */
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

/** The codes of an error and of what caused it. */
function findCodes(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error, depth = 0; each instanceof Error && depth < deepestCause; depth += 1) {
    if ('code' in each && typeof each.code === 'string') codes.push(each.code);
    each = each.cause;
  }
  return codes;
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { isFromThisMachine } from '../http/own-machine.ts';

/**
 * Restricts access to metrics: with a configured token to clients that send it; without one to this machine.
 * @throws CodedError `unauthorized` without the token, `forbidden` for other machines
 */
export function guardMetrics(request: Request, reply: Reply, token: string | undefined): void {
  if (token === undefined) {
    if (isFromThisMachine(request)) return;
    throw new CodedError('forbidden', { message: fill(requestErrors.metricsOnlyHere) });
  }
  const [, given = ''] = /^Bearer +(\S+)$/iu.exec(request.headers.authorization ?? '') ?? [];
  // Digests have one length, so timing reveals neither length nor first wrong character.
  if (timingSafeEqual(digest(given), digest(token))) return;
  reply.header('www-authenticate', 'Bearer');
  throw new CodedError('unauthorized', { message: fill(requestErrors.needsMetricsToken) });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

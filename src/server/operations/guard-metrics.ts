import { createHash, timingSafeEqual } from 'node:crypto';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { ownMachine } from '../http/check-origin.ts';

/** Headers of proxies that forward a request. */
const ofProxy =
  /^(?:forwarded|via|cdn-loop|(?:true-)?client-ip|(?:cf|fastly|tailscale)-.+|x-(?:forwarded|real|original|client|cluster|envoy|amzn|arr|azure|proxied|proxy)(?:-.+)?)$/u;
const loopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/u;

/**
 * Restricts access to metrics: with a configured token to clients that send it; without one to this machine.
 * @throws CodedError `unauthorized` without the token, `forbidden` for other machines
 */
export function guardMetrics(request: Request, reply: Reply, token: string | undefined): void {
  if (token === undefined) {
    requireOwnMachine(request);
    return;
  }
  const [, given = ''] = /^Bearer +(\S+)$/iu.exec(request.headers.authorization ?? '') ?? [];
  // Digests have one length, so timing reveals neither length nor first wrong character.
  if (timingSafeEqual(digest(given), digest(token))) return;
  reply.header('www-authenticate', 'Bearer');
  throw new CodedError('unauthorized', { message: fill(requestErrors.needsMetricsToken) });
}

/** A proxy on this machine also connects from here, but adds headers or the public host name. */
function requireOwnMachine({ raw, headers }: Request): void {
  const isFromHere = loopback.test(raw.socket.remoteAddress ?? '');
  // nginx adds no headers by default, but uses HTTP/1.0.
  const isPassedOn = raw.httpVersion === '1.0' || Object.keys(headers).some(name => ofProxy.test(name));
  if (isFromHere && !isPassedOn && isOwnName(headers.host)) return;
  throw new CodedError('forbidden', { message: fill(requestErrors.metricsOnlyHere) });
}

function isOwnName(host = ''): boolean {
  return URL.canParse(`http://${host}`) && ownMachine.includes(new URL(`http://${host}`).hostname);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { ownMachine } from '../http/check-origin.ts';

/** Headers with which proxies say that they forward a request. */
const ofProxy =
  /^(?:forwarded|via|cdn-loop|(?:true-)?client-ip|(?:cf|fastly|tailscale)-.+|x-(?:forwarded|real|original|client|cluster|envoy|amzn|arr|azure|proxied|proxy)(?:-.+)?)$/u;
const loopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/u;

/**
 * Decides who may read the metrics: with a token set, who sends it; without one, programs of this machine.
 * @throws CodedError `unauthorized` without the token, `forbidden` for others than this machine
 */
export function guardMetrics(request: Request, reply: Reply, token: string | undefined): void {
  if (token === undefined) {
    requireOwnMachine(request);
    return;
  }
  const [, given = ''] = /^Bearer +(\S+)$/iu.exec(request.headers.authorization ?? '') ?? [];
  // Of digests, because these have one length: neither it nor the first wrong character shows in the time.
  if (timingSafeEqual(digest(given), digest(token))) return;
  reply.header('www-authenticate', 'Bearer');
  throw new CodedError('unauthorized', { message: fill(requestErrors.needsMetricsToken) });
}

/** A proxy on this machine asks from here, too, but says so, or passes on the name under which people know the server. */
function requireOwnMachine({ raw, headers }: Request): void {
  const isFromHere = loopback.test(raw.socket.remoteAddress ?? '');
  // nginx passes on requests without a header of its own, but as HTTP/1.0 unless it is told otherwise.
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

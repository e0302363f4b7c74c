import type { Request } from './app-types.ts';
import { ownMachine } from './check-origin.ts';

/** Headers of proxies that forward a request. */
const ofProxy =
  /^(?:forwarded|via|cdn-loop|(?:true-)?client-ip|(?:cf|fastly|tailscale)-.+|x-(?:forwarded|real|original|client|cluster|envoy|amzn|arr|azure|proxied|proxy)(?:-.+)?)$/u;
const loopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/u;

/**
 * Whether a request comes from a program on this machine. A proxy on this machine also connects from here, but adds headers or the
 * public host name.
 */
export function isFromThisMachine({ raw, headers }: Request): boolean {
  const isFromHere = loopback.test(raw.socket.remoteAddress ?? '');
  // nginx adds no headers by default, but uses HTTP/1.0.
  const isPassedOn = raw.httpVersion === '1.0' || Object.keys(headers).some(name => ofProxy.test(name));
  return isFromHere && !isPassedOn && isOwnName(headers.host);
}

function isOwnName(host = ''): boolean {
  return URL.canParse(`http://${host}`) && ownMachine.includes(new URL(`http://${host}`).hostname);
}

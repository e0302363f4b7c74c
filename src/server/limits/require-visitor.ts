import { isIP, isIPv4 } from 'node:net';
import { CodedError } from '#shared/errors.ts';
import type { Request } from '../http/app-types.ts';
import type { QuotaSubject } from './count-daily-use.ts';

/**
 * The client's address as counted by limits.
 * @throws CodedError `client_closed` if the client has disconnected, because a closed connection has no address
 */
export function requireVisitor(request: Request): string {
  const ip: string | undefined = request.ip;
  if (ip === undefined) throw new CodedError('client_closed');
  return getVisitorAddress(ip);
}

export function requireVisitorSubject(
  request: Request,
  { freeNarrationsPerDay }: { readonly freeNarrationsPerDay: number },
): QuotaSubject {
  return { id: requireVisitor(request), narrationsPerDay: freeNarrationsPerDay };
}

/**
 * An account with its daily quota. Counted by mailbox, so that a tag or a new registration gives no new quota; accounts with unverified
 * addresses also share one quota per network, because anybody can register any address.
 */
export function requireAccountSubject(
  request: Request,
  { uid, email, emailVerified }: { uid: string; email: string; emailVerified: boolean },
  narrationsPerDay: number,
): QuotaSubject {
  const network = emailVerified ? [] : [`unconfirmed in ${requireVisitor(request)}`];
  return { id: uid, narrationsPerDay, countedBy: [`mailbox ${toMailbox(email)}`, ...network] };
}

/** Mail domains that ignore dots, with their alias. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an e-mail address, for counting: lower case, without a tag after a plus (RFC 5233, as Gmail, Outlook, Fastmail and others
 * deliver it), and at Gmail without dots (support.google.com/mail/answer/7436150). Mails go to the address as given.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).toLowerCase();
  const domain = email.slice(at + 1).toLowerCase();
  const plus = name.indexOf('+', 1);
  const untagged = plus < 0 ? name : name.slice(0, plus);
  return dotlessDomains.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

/** Invalid addresses, such as the `unknown` of a proxy, count as one visitor. */
const unknownVisitor = 'unknown';

/**
 * What counts as one visitor: an IPv4 address, or the /48 of an IPv6 one. A /48 is the largest network of one site (RFC 6177, RIPE-690),
 * and some tunnels give it away for free, so smaller networks would let one person count as thousands. Mobile networks may have many people
 * in a /48, who share it like an IPv4 address (RFC 6269).
 * @param ip as in `X-Forwarded-For`: with a port (`192.0.2.7:5678`, `[2001:db8::1]:80`) or without
 */
export function getVisitorAddress(ip: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/u.exec(ip)?.[1];
  const address = bracketed ?? /^([\d.]+):\d+$/u.exec(ip)?.[1] ?? ip;
  if (isIPv4(address)) return address;
  if (isIP(address) === 0) return unknownVisitor;
  const groups = expandGroups(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535')
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 3).map(group => group.toString(16));
  return `${network.join(':')}::/48`;
}

function expandGroups(address: string): number[] {
  // The URL parser also converts a trailing IPv4 part to two groups.
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map(part => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map(group => Number.parseInt(group, 16));
}

import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { jobErrors } from '#shared/messages/job-errors.ts';
import { fill } from '#shared/messages/message.ts';

/** Not globally reachable (www.iana.org/assignments/iana-ipv4-special-registry), and multicast. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4');

/** The same for IPv6 (www.iana.org/assignments/iana-ipv6-special-registry), and what can contain a private IPv4 address. */
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');

/** All global unicast addresses that are assigned (www.iana.org/assignments/ipv6-unicast-address-assignments). */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return isIP(address) === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/**
 * Checks the address of a webhook without resolving its name.
 * @param hosts may be private, and without https
 * @throws CodedError `bad_request`
 */
export function requireWebhookUrl(text: string, hosts: readonly string[]): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new CodedError('bad_request', { message: fill(jobErrors.badWebhook) });
  if (hosts.includes(url.hostname)) return url;
  if (url.protocol !== 'https:')
    throw new CodedError('bad_request', { message: fill(jobErrors.webhookNotHttps) });
  // The URL parser writes IPv4 addresses of any notation with dots.
  const address = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(address) !== 0 && !isPublicAddress(address))
    throw new CodedError('bad_request', { message: fill(jobErrors.webhookNotPublic) });
  return url;
}

/**
 * Connects to public addresses only. Checked where the connection resolves the name, so that a name cannot change in between. Does not
 * check addresses in place of names: see {@link requireWebhookUrl}.
 * @param hosts may be private
 */
export function createPublicAgent(
  hosts: readonly string[],
  timeoutMs: number,
  lookUp: LookupFunction = (...asked) => dns.lookup(...asked),
): Dispatcher {
  const lookup: LookupFunction = (hostname, options, done) =>
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const isAllowed =
        hosts.includes(hostname) || addresses.every(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (error || !isAllowed || !first)
        done(error ?? new LoggedCause('The name of the webhook leads to an address that is not public.'), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  // Without pipelining, connections are not reused.
  return new Agent({ connect: { lookup, timeout: timeoutMs }, pipelining: 0 });
}

import dns from 'node:dns';

type Lookup = typeof dns.lookup;

/**
 * Until it is disposed of, names below these domains lead this process to this machine, so that a stand-in can be reached by
 * the name of the vendor it stands in for; all other names but this machine's own lead nowhere.
 */
export function resolveHere(...domains: readonly string[]): Disposable {
  const { lookup } = dns;
  const lookUpHere = (hostname: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) => {
    const isStandIn = domains.some(domain => hostname === domain || hostname.endsWith(`.${domain}`));
    if (!isStandIn && !['localhost', '127.0.0.1', '::1'].includes(hostname))
      return done(Object.assign(new Error(`No test may ask for ${hostname}.`), { code: 'ENOTFOUND' }));
    const found = { address: '127.0.0.1', family: 4 };
    return options.all ? done(null, [found]) : done(null, found.address, found.family);
  };
  dns.lookup = lookUpHere as Lookup;
  return {
    [Symbol.dispose]: () => {
      dns.lookup = lookup;
    },
  };
}

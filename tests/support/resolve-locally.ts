import dns from 'node:dns';

type Lookup = typeof dns.lookup;

/**
 * Until disposed of, names below these domains resolve to this machine, so that a stand-in can use its vendor's name;
 * all other remote names fail.
 */
export function resolveLocally(...domains: readonly string[]): Disposable {
  const { lookup, Resolver } = dns;
  const lookUpHere = (hostname: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) => {
    const isStandIn = domains.some(domain => hostname === domain || hostname.endsWith(`.${domain}`));
    if (!isStandIn && !['localhost', '127.0.0.1', '::1'].includes(hostname))
      return done(Object.assign(new Error(`No test may ask for ${hostname}.`), { code: 'ENOTFOUND' }));
    const found = { address: '127.0.0.1', family: 4 };
    return options.all ? done(null, [found]) : done(null, found.address, found.family);
  };
  Object.assign(dns, { lookup: lookUpHere as Lookup, Resolver: NoNameServer });
  return {
    [Symbol.dispose]: () => {
      Object.assign(dns, { lookup, Resolver });
    },
  };
}

/** Direct queries to name servers fail, so that `lookup` is used. */
class NoNameServer {
  resolve4(_: string, done: (error: Error) => void): void {
    done(Object.assign(new Error('No name server is asked.'), { code: dns.NOTFOUND }));
  }

  resolve6(hostname: string, done: (error: Error) => void): void {
    this.resolve4(hostname, done);
  }

  cancel(): void {}
}

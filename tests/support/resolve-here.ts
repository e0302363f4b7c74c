import dns from 'node:dns';

type Lookup = typeof dns.lookup;

/**
 * Until it is disposed of, names below these domains lead this process to this machine, so that a stand-in can be reached by
 * the name of the vendor it stands in for; all other names but this machine's own lead nowhere.
 */
export function resolveHere(...domains: readonly string[]): Disposable {
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

/** Whoever asks name servers by themselves is told nothing, and looks the name up as all others do. */
class NoNameServer {
  resolve4(_: string, done: (error: Error) => void): void {
    done(Object.assign(new Error('No name server is asked.'), { code: dns.NOTFOUND }));
  }

  resolve6(hostname: string, done: (error: Error) => void): void {
    this.resolve4(hostname, done);
  }

  cancel(): void {}
}

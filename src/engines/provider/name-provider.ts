const privateNames = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/iu;

export interface Vendor {
  readonly name: string;
  /** Its own domain; hosts below it are the vendor, too. */
  readonly domain: string;
}

/**
 * Who gets what people give us, for the page's privacy notice: the vendor, the host of another provider, or nobody else
 * when the server has no public name. Names of inner hosts are not told.
 * @param baseUrl the vendor's own when left out
 */
export function nameProvider(vendor: Vendor, baseUrl: string | undefined): string {
  if (!baseUrl) return vendor.name;
  const { hostname } = new URL(baseUrl);
  if (hostname === vendor.domain || hostname.endsWith(`.${vendor.domain}`)) return vendor.name;
  return hasPublicName(hostname) ? hostname : 'our own AI server';
}

/** Whether a compatible server is run by whoever runs this one, who pays nobody for each call: it has no public name. */
export function isOwnServer(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && !hasPublicName(new URL(baseUrl).hostname);
}

function hasPublicName(hostname: string): boolean {
  const isAddress = /^[\d.]+$|^\[/u.test(hostname);
  return !isAddress && hostname.includes('.') && !privateNames.test(hostname);
}

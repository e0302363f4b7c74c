const privateNames = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/iu;

export interface Vendor {
  readonly name: string;
  /** Includes its subdomains. */
  readonly domain: string;
}

/**
 * Recipient of users' data, for the privacy notice: the vendor, another provider's host, or a general name for a server without a
 * public name. Internal host names are not shown.
 * @param baseUrl the vendor's own if undefined
 */
export function nameProvider(vendor: Vendor, baseUrl: string | undefined): string {
  if (!baseUrl) return vendor.name;
  const { hostname } = new URL(baseUrl);
  if (hostname === vendor.domain || hostname.endsWith(`.${vendor.domain}`)) return vendor.name;
  return hasPublicName(hostname) ? hostname : 'our own AI server';
}

/** Whether a compatible server belongs to the operator, without cost per call: it has no public name. */
export function isOwnServer(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && !hasPublicName(new URL(baseUrl).hostname);
}

function hasPublicName(hostname: string): boolean {
  const isAddress = /^[\d.]+$|^\[/u.test(hostname);
  return !isAddress && hostname.includes('.') && !privateNames.test(hostname);
}

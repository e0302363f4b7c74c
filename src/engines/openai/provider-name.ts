const privateNames = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/iu;

/**
 * Who gets the pictures, for the page's privacy notice: OpenAI, the host of another provider, or nobody else when the
 * server has no public name. Names of inner hosts are not told.
 */
export function nameProvider(baseUrl: string | undefined): string {
  if (!baseUrl) return 'OpenAI';
  const { hostname } = new URL(baseUrl);
  if (hostname === 'api.openai.com') return 'OpenAI';
  const isAddress = /^[\d.]+$|^\[/u.test(hostname);
  return isAddress || !hostname.includes('.') || privateNames.test(hostname) ? 'our own AI server' : hostname;
}

import type { ProviderAccess } from './prepare-connection.ts';

/** Whether there is anything to connect to: a key is enough for the vendor, a base URL for a server that asks for no key. */
export function isSetUp({ apiKey, baseUrl }: ProviderAccess): boolean {
  return Boolean(apiKey || baseUrl);
}

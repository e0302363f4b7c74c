/** A key is enough for the vendor, a base URL for a server without keys. */
export function isSetUp(access: {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}): boolean {
  return Boolean(access.apiKey || access.baseUrl);
}

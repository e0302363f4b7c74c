/** Whether there is anything to connect to: a key is enough for the vendor, a base URL for a server that asks for no key. */
export function isSetUp(access: {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}): boolean {
  return Boolean(access.apiKey || access.baseUrl);
}

import { Agent, fetch as undiciFetch } from 'undici';

/** Node's own fetch gives up after five minutes without headers, whatever an SDK's time-out says. */
export function createPatientFetch(timeoutMs: number): typeof globalThis.fetch {
  const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const fetch: typeof undiciFetch = (input, init) => undiciFetch(input, { ...init, dispatcher });
  // The same fetch that Node carries, as a package; only the declarations differ.
  return fetch as unknown as typeof globalThis.fetch;
}

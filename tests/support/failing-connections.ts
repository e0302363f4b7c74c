/** An unassigned port that `fetch` does not block. */
export const unusedAddress = 'http://127.0.0.1:2';

/**
 * A `fetch` that fails to connect a number of times, then works.
 * @param path only requests whose address contains it fail, and are counted
 */
export function failToConnect(
  code: string,
  times: number,
  path = '',
): { readonly fetch: typeof globalThis.fetch; readonly count: () => number } {
  let asked = 0;
  return {
    count: () => asked,
    fetch: async (input, init) => {
      if (!String(input instanceof Request ? input.url : input).includes(path)) return fetch(input, init);
      asked += 1;
      if (asked > times) return fetch(input, init);
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
    },
  };
}

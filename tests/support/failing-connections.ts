/** A port that is nobody's by agreement, and that `fetch` does not refuse by itself. */
export const nobodyListens = 'http://127.0.0.1:2';

/**
 * A `fetch` that cannot connect for so many times, for a reason that the network gives; then it is the real one.
 * @param path only requests whose address has this in it fail, and are counted
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

/** V8 options of the server. */
export declare const serverFlags: readonly [string, ...string[]];

/** What V8 is told where the server is started. */
export declare const serverFlags: readonly [string, ...string[]];

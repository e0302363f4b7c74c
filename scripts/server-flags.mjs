/**
 * What V8 is told where the server is started; the Dockerfile says the same. Room for young objects: with V8's own the start peaks 75 MB higher. One thread
 * that helps V8: with its own four a narration cost 12 % more on two cores (docs/decisions/embedded-memory.md).
 */
export const serverFlags = ['--max-semi-space-size=4', '--v8-pool-size=1'];

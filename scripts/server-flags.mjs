/**
 * V8 options of the server, the same as in the Dockerfile. A semi-space of 4 MB: with V8's default, memory at the start peaks 75 MB higher.
 * One V8 helper thread: with the default of four a narration cost 12 % more on two cores (docs/decisions/embedded-memory.md).
 */
export const serverFlags = ['--max-semi-space-size=4', '--v8-pool-size=1'];

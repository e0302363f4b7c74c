/**
 * What V8 is told where the server is started; the Dockerfile says the same.
 *
 * Room for what is young in JavaScript, three times this: V8's own 16 MB held 40 MB more than 8, and 8 held 10 to 20 more than 4 while
 * videos are narrated, at the same speed. One thread that helps V8 with collecting and compiling: with its own four a narration cost 12 %
 * more, because on two cores they wait for one another
 * (docs/decisions/embedded-memory.md).
 */
export const serverFlags = ['--max-semi-space-size=4', '--v8-pool-size=1'];

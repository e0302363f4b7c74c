import { setTimeout as wait } from 'node:timers/promises';

/**
 * Measures the longest blocking of the caller's event loop, in processor time, without other load.
 * @returns a function that ends the measurement and returns milliseconds
 */
export function watchThread(): () => Promise<number> {
  const readMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let before = readMs();
  const look = () => {
    const now = readMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, 1);
  return async () => {
    // Work that ended just now delayed the timer, too.
    await wait(20);
    clearInterval(timer);
    return longest;
  };
}

import { setTimeout as wait } from 'node:timers/promises';

/**
 * Watches the thread that calls it for pieces of work that hold its event loop, in processor time: what others on the
 * machine take meanwhile is not counted.
 * @returns a function that ends the watch and tells the longest piece, in milliseconds
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
    // What ended just now has held up the timer, too.
    await wait(20);
    clearInterval(timer);
    return longest;
  };
}

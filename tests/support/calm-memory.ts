import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until the memory of a process has hardly changed for a while. The embedded database's program is compiled once
 * more while it runs, which takes memory.
 */
export async function waitUntilMemoryIsCalm(readMegabytes: () => number): Promise<void> {
  let calmSeconds = 0;
  for (let before = readMegabytes(); calmSeconds < 1.5; calmSeconds += 0.25) {
    await wait(250);
    const now = readMegabytes();
    if (Math.abs(now - before) > 8) calmSeconds = -0.25;
    before = now;
  }
}

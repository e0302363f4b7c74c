import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until a process's memory is stable. The embedded database's code is recompiled while it runs, which takes
 * memory.
 */
export async function waitForStableMemory(readMegabytes: () => number): Promise<void> {
  let calmSeconds = 0;
  for (let before = readMegabytes(); calmSeconds < 1.5; calmSeconds += 0.25) {
    await wait(250);
    const now = readMegabytes();
    if (Math.abs(now - before) > 8) calmSeconds = -0.25;
    before = now;
  }
}

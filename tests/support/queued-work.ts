import { expect } from 'vitest';
import { readMetrics } from './read-metrics.ts';

/** What a dead process had in its hands is noticed, taken over and tried again only after a while. */
export const untilTakenOver = { timeout: 240_000, interval: 200 };

/**
 * Until every mail is marked as sent. A mail server has a mail a moment before that is written down, and a server that
 * is stopped in that moment does not wait long for it.
 */
export async function waitUntilAllSent(url: string): Promise<void> {
  await expect.poll(async () => (await readMetrics(url)).get('benshi_mails_waiting'), untilTakenOver).toBe(0);
}

/** Until no token is on its way: whoever received one has it a moment before its job is off the queue. */
export async function waitUntilNoTokenIsSent(url: string): Promise<void> {
  const countActive = async () =>
    (await readMetrics(url)).get('benshi_queue_jobs{queue="token-sync",state="active"}') ?? 0;
  await expect.poll(countActive, untilTakenOver).toBe(0);
}

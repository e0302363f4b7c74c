import { expect } from 'vitest';
import { readMetrics } from './read-metrics.ts';

/** A dead process's work is taken over and tried again only after a while. */
export const untilTakenOver = { timeout: 240_000, interval: 200 };

/**
 * Until every mail is marked as sent. A mail server has a mail shortly before that is recorded, and a server stopped
 * then does not wait long.
 */
export async function waitUntilAllSent(url: string): Promise<void> {
  await expect.poll(async () => (await readMetrics(url)).get('benshi_mails_waiting'), untilTakenOver).toBe(0);
}

/** Until no token is in delivery: its receiver has it shortly before its job leaves the queue. */
export async function waitUntilNoTokenIsSent(url: string): Promise<void> {
  const countActive = async () =>
    (await readMetrics(url)).get('benshi_queue_jobs{queue="token-sync",state="active"}') ?? 0;
  await expect.poll(countActive, untilTakenOver).toBe(0);
}

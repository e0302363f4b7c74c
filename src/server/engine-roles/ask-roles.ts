import type { DescribedEngine } from '#engines/ports.ts';
import { waitAtMost } from '#shared/async/limit-time.ts';
import type { Role } from './role.ts';

/** Nobody waits longer for a page that only says who does what. */
const longestWaitMs = 1500;

/** Nor for what is known already, but a server that has come up answers within this. */
const newsWaitMs = 300;

const neverAborted = new AbortController().signal;

/**
 * Asks who does what. Waits for what was never heard, but not for long, and for what is known only as long as a provider
 * takes that is there: a later look finds one that has come or gone.
 */
export async function askRoles(roles: readonly Role<DescribedEngine>[]): Promise<void> {
  const asked = Promise.allSettled(roles.map(role => role.choose(neverAborted)));
  const waitMs = roles.every(({ isKnown }) => isKnown) ? newsWaitMs : longestWaitMs;
  await waitAtMost(waitMs, asked, () => []);
}

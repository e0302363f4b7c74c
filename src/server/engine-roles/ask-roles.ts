import type { DescribedEngine } from '#engines/ports.ts';
import { waitAtMost } from '#shared/async/limit-time.ts';
import type { Role } from './role.ts';

/** Nobody waits longer for a page that only says who does what. */
const longestWaitMs = 1500;

const neverAborted = new AbortController().signal;

/**
 * Asks who does what. Waits only for what was never heard, and not for long; what is known is asked again in the background,
 * so that the next one to look sees a provider that has come or gone.
 */
export async function askRoles(roles: readonly Role<DescribedEngine>[]): Promise<void> {
  const asked = Promise.allSettled(roles.map(role => role.choose(neverAborted)));
  if (roles.every(({ isKnown }) => isKnown)) return;
  await waitAtMost(longestWaitMs, asked, () => []);
}

import type { DescribedEngine } from '#engines/ports.ts';
import { waitAtMost } from '#shared/async/limit-time.ts';
import type { Role } from './role.ts';

/** Longest delay of a page load for asking providers. */
const longestWaitMs = 1500;

/** The delay if the state is already known; a server that has come up answers within this. */
const knownWaitMs = 300;

const neverAborted = new AbortController().signal;

/**
 * Asks providers whether they are ready. Waits longer for those never asked, and only briefly for known ones: a later
 * request gets the new state.
 */
export async function askRoles(roles: readonly Role<DescribedEngine>[]): Promise<void> {
  const asked = Promise.allSettled(roles.map(role => role.choose(neverAborted)));
  const waitMs = roles.every(({ isKnown }) => isKnown) ? knownWaitMs : longestWaitMs;
  await waitAtMost(waitMs, asked, () => []);
}

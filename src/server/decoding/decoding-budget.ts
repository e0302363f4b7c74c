import { limitErrors } from '#shared/messages/limit-errors.ts';
import { type RecentTries, refuseTry, type TryLimit } from '../limits/recent-tries.ts';

/** Decoding time per hour for one address or account, also for failed work. */
export type DecodingBudget = ReturnType<typeof createDecodingBudget>;

/** The minimum charge for any work. */
const leastMs = 10;

/**
 * Counts processor milliseconds in the database, so that all processes share the budget.
 * @param limit its `most` is in milliseconds
 */
export function createDecodingBudget(tries: RecentTries, limit: TryLimit) {
  const nameKey = (requester: string) => ['decoding', requester];
  return {
    /** @throws CodedError `rate_limited` with the seconds to wait when it is used up */
    async requireLeft(requester: string): Promise<void> {
      const left = await tries.take(nameKey(requester), limit, leastMs);
      if (!left.isAllowed) throw refuseTry(limitErrors.decoding, left.retryAfterSeconds);
    },
    charge: (requester: string, seconds: number) =>
      tries.add(nameKey(requester), limit, Math.ceil(seconds * 1000)),
  };
}

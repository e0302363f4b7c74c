import { describeWait } from '#shared/describe-duration.ts';
import { CodedError } from '#shared/errors.ts';
import type { RecentTries, TryLimit } from './recent-tries.ts';

/**
 * Counts one try of something.
 * @throws CodedError `rate_limited` with the seconds to wait
 */
export async function takeTry(tries: RecentTries, what: readonly string[], limit: TryLimit): Promise<void> {
  const result = await tries.take(what, limit);
  if (result.isAllowed) return;
  const { retryAfterSeconds } = result;
  const message = `Those were too many tries. Please wait ${describeWait(retryAfterSeconds)} and try again.`;
  throw new CodedError('rate_limited', { message, retryAfterSeconds });
}

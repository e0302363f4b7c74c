import { CodedError } from '#shared/errors.ts';
import type { Reply } from '../http/app-types.ts';
import type { CountedUse, DailyLimits, QuotaKind, QuotaSubject } from './daily-limits.ts';

/**
 * Counts one use and sets the headers `X-RateLimit-Limit`, `-Remaining`, and `-Reset`, the seconds until the next day (UTC).
 * @throws CodedError `rate_limited` when none is left
 */
export async function countUse(
  limits: DailyLimits,
  reply: Reply,
  what: QuotaKind,
  subject: QuotaSubject,
): Promise<CountedUse> {
  try {
    const use = await limits.take(what, subject);
    report(reply, use.limit, use.remaining, use.secondsUntilReset);
    return use;
  } catch (error) {
    describeRefusal(error, reply, limits.getMost(what, subject));
    throw error;
  }
}

/** The same for a use that is counted later. */
export async function requireUseLeft(
  limits: DailyLimits,
  reply: Reply,
  what: QuotaKind,
  subject: QuotaSubject,
): Promise<void> {
  try {
    await limits.requireLeft(what, subject);
  } catch (error) {
    describeRefusal(error, reply, limits.getMost(what, subject));
    throw error;
  }
}

function describeRefusal(error: unknown, reply: Reply, most: number): void {
  if (error instanceof CodedError && error.code === 'rate_limited')
    report(reply, most, 0, error.retryAfterSeconds ?? 0);
}

function report(reply: Reply, limit: number, remaining: number, seconds: number): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', seconds);
}

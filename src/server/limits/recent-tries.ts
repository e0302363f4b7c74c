import { createHmac } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { describeWait } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';
import { type Queries, secondsFromNow } from '../database/database.ts';
import { recentTries } from '../database/schema.ts';

/** Number of tries in a period; the period begins with the first of them. */
export interface TryLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

const largestCount = 2 ** 31 - 1;

type TryResult =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number };

/**
 * Counts tries in the database, so that limits are shared by all processes and survive restarts. Keys are
 * hashes that cannot be reversed without the server's secret.
 */
export class RecentTries {
  readonly #queries: Queries;
  readonly #secret: string;

  constructor(queries: Queries, secret: string) {
    this.#queries = queries;
    this.#secret = secret;
  }

  /**
   * Counts one try in a single statement, so that parallel requests cannot exceed the limit.
   * @param what the key, such as `sign-in` and an address
   * @param amount how much it counts; any amount is allowed while the limit is not reached
   */
  async take(what: readonly string[], limit: TryLimit, amount = 1): Promise<TryResult> {
    if (await this.#count(what, limit, amount)) return { isAllowed: true };
    const retryAfterSeconds = await this.#findSecondsLeft(this.#hash(what), limit.windowSeconds);
    return { isAllowed: false, retryAfterSeconds };
  }

  /** Counts past work, ignoring the limit. */
  async add(what: readonly string[], { windowSeconds }: TryLimit, amount: number): Promise<void> {
    await this.#count(what, { most: largestCount, windowSeconds }, amount);
  }

  async #count(what: readonly string[], limit: TryLimit, amount: number): Promise<boolean> {
    const { most, windowSeconds } = limit;
    const endsAt = secondsFromNow(windowSeconds);
    // A later end was written by a clock that was ahead.
    const isOver = sql`(${recentTries.endsAt} <= now() or ${recentTries.endsAt} > ${endsAt})`;
    const counted = await this.#queries
      .insert(recentTries)
      .values({ key: this.#hash(what), tries: amount, endsAt })
      .onConflictDoUpdate({
        target: recentTries.key,
        set: {
          tries: sql`case when ${isOver} then ${amount} else ${recentTries.tries} + ${amount} end`,
          endsAt: sql`case when ${isOver} then ${endsAt} else ${recentTries.endsAt} end`,
        },
        setWhere: sql`${isOver} or ${recentTries.tries} < ${most}`,
      })
      .returning({ tries: recentTries.tries });
    if (counted[0]?.tries === amount) await this.#forgetOld();
    return counted.length > 0;
  }

  async refund(what: readonly string[], count = 1): Promise<void> {
    await this.#queries
      .update(recentTries)
      .set({ tries: sql`greatest(${recentTries.tries} - ${count}::int, 0)` })
      .where(eq(recentTries.key, this.#hash(what)));
  }

  /** @returns how many there were */
  async forget(what: readonly string[]): Promise<number> {
    const [forgotten] = await this.#queries
      .delete(recentTries)
      .where(eq(recentTries.key, this.#hash(what)))
      .returning({ tries: recentTries.tries });
    return forgotten?.tries ?? 0;
  }

  async #findSecondsLeft(key: string, windowSeconds: number): Promise<number> {
    const [row] = await this.#queries
      .select({ seconds: sql<string>`ceil(extract(epoch from ${recentTries.endsAt} - now()))` })
      .from(recentTries)
      .where(eq(recentTries.key, key));
    return Math.min(windowSeconds, Math.max(1, Number(row?.seconds ?? 1)));
  }

  /** Runs only for new keys, which are rare. Skips locked rows, which may be in a transaction. */
  async #forgetOld(): Promise<void> {
    const old = this.#queries
      .select({ key: recentTries.key })
      .from(recentTries)
      .where(lt(recentTries.endsAt, sql`now()`))
      .for('update', { skipLocked: true });
    await this.#queries.delete(recentTries).where(inArray(recentTries.key, old));
  }

  #hash(what: readonly string[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(what)).digest('base64url');
  }
}

/** @throws CodedError `rate_limited` with the seconds to wait */
export async function takeTry(
  tries: RecentTries,
  what: readonly string[],
  limit: TryLimit,
  message: Message<'wait'> = limitErrors.attempts,
  amount?: number,
): Promise<void> {
  const result = await tries.take(what, limit, amount);
  if (!result.isAllowed) throw refuseTry(message, result.retryAfterSeconds);
}

export function refuseTry(message: Message<'wait'>, retryAfterSeconds: number): CodedError {
  const wait = describeWait(retryAfterSeconds);
  return new CodedError('rate_limited', { message: fill(message, { wait }), retryAfterSeconds });
}

const quarterHour = 15 * 60;
const hour = 3600;

/** Rate limits of signing in, of mails, and of what people without an account do. */
export const defaultAccountLimits = {
  /** Wrong passwords for one account from a browser that signed in to it before. */
  signInPerBrowser: { most: 5, windowSeconds: quarterHour },
  signInPerPair: { most: 5, windowSeconds: quarterHour },
  /** Failed attempts per account by all known browsers together; the same for all known addresses, and for all unknown clients. */
  signInPerAccount: { most: 10, windowSeconds: quarterHour },
  signInPerAddress: { most: 30, windowSeconds: quarterHour },
  /** Mails with a sign-in link to one account whose password is being guessed. */
  lockoutMailsPerAccount: { most: 1, windowSeconds: hour },
  /** Registrations from one network address that reveal whether an e-mail address is taken. */
  signUpPerAddress: { most: 5, windowSeconds: hour },
  /** Mails to one mailbox that anybody can cause. More are dropped silently, as are notices. */
  mailsPerMailbox: { most: 4, windowSeconds: hour },
  /** Notices of all accounts whose address, in one mailbox, was never verified: anybody can register those. */
  noticesPerUnverifiedMailbox: { most: 1, windowSeconds: hour },
  /** Notices of one account whose address is verified; only who is signed in can cause them. */
  noticesPerAccount: { most: 5, windowSeconds: hour },
  /** Password reset mails to one recipient. More are dropped silently. */
  resetMailsPerRecipient: { most: 3, windowSeconds: hour },
  resetRequestsPerAddress: { most: 30, windowSeconds: hour },
  verificationMailsPerAccount: { most: 3, windowSeconds: hour },
  /** Invalid API tokens from one network address; valid ones do not count and still work. */
  wrongTokensPerAddress: { most: 60, windowSeconds: 60 },
  /** Everything by review links, also wrong ones. An office of reviewers shares an address. */
  reviewCallsPerAddress: { most: 120, windowSeconds: 60 },
  commentsPerAddress: { most: 60, windowSeconds: hour },
  commentsPerLink: { most: 120, windowSeconds: hour },
  /** New passwords that are checked for strength, and everything else under /api/auth except reading the session. */
  otherPerAddress: { most: 60, windowSeconds: 60 },
} satisfies Record<string, TryLimit>;

export type AccountLimits = Readonly<Record<keyof typeof defaultAccountLimits, TryLimit>>;

export function getLockedSeconds(limits: AccountLimits): number {
  const { signInPerBrowser, signInPerPair, signInPerAccount } = limits;
  return Math.max(...[signInPerBrowser, signInPerPair, signInPerAccount].map(each => each.windowSeconds));
}

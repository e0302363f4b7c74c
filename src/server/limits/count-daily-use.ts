import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, inArray, max, sql } from 'drizzle-orm';
import type { Allowance } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { feedbackPerDay, usesPerNarration } from '../config/daily-limits.ts';
import type { Queries } from '../database/database.ts';
import { dailySecret, dailyUse } from '../database/schema.ts';

export type QuotaKind = keyof typeof usesPerNarration | 'feedback';

export interface QuotaSubject {
  /** An address as returned by `requireVisitor`, or an account id. */
  readonly id: string;
  readonly narrationsPerDay: number;
  /** Keys of the counters, all of which must have a use left; by default the id. Stored as hashes only. */
  readonly countedBy?: readonly string[] | undefined;
}

/** A counted use. Disposing of it refunds it, unless it gave something or a provider may charge for it. */
export type CountedUse = Awaited<ReturnType<DailyLimits['take']>>;

interface Count {
  readonly day: string;
  readonly what: QuotaKind;
  readonly visitor: string;
  readonly amount: number;
}

/**
 * Counts daily uses (UTC) by mailbox and address, hashed with a secret that is deleted a day later. Counts are stored in the database, so
 * that they survive restarts and deleted accounts, and are shared by all servers. If the clock jumps over midnight and back, the counts of
 * both days still exist.
 */
export class DailyLimits {
  readonly #queries: Queries;
  readonly #now: () => Date;
  readonly #countUse: ReturnType<typeof prepareCount>;
  readonly #secrets: DaySecrets;

  constructor(queries: Queries, now: () => Date = () => new Date()) {
    this.#queries = queries;
    this.#countUse = prepareCount(queries);
    this.#secrets = new DaySecrets(queries);
    this.#now = now;
  }

  getMost(what: QuotaKind, { narrationsPerDay }: QuotaSubject): number {
    return what === 'feedback' ? feedbackPerDay : narrationsPerDay * usesPerNarration[what];
  }

  /** Uses left, without counting one. Writes nothing, so it works on a full disk. */
  async findStatus(what: QuotaKind, subject: QuotaSubject): Promise<Allowance> {
    const limit = this.getMost(what, subject);
    const day = this.#getDay();
    const secret = await this.#secrets.find(day);
    // The first use of a day creates its secret.
    const used = secret === undefined ? 0 : await this.#readUsed(day, what, hashAll(secret, subject));
    const resetsAt = new Date(this.#findTomorrow()).toISOString();
    return { limit, remaining: Math.max(0, limit - used), resetsAt };
  }

  async #readUsed(day: string, what: QuotaKind, visitors: readonly string[]): Promise<number> {
    const [row] = await this.#queries
      .select({ used: max(dailyUse.used) })
      .from(dailyUse)
      .where(and(eq(dailyUse.day, day), eq(dailyUse.what, what), inArray(dailyUse.visitor, visitors)));
    return row?.used ?? 0;
  }

  /** Checks, before expensive work, that a use can be counted later. @throws CodedError as {@link take} */
  async requireLeft(what: QuotaKind, subject: QuotaSubject): Promise<void> {
    const { limit, remaining } = await this.findStatus(what, subject);
    if (remaining === 0) throw this.#refuse(what, limit, subject);
  }

  /** Counts all of the uses or none. @throws CodedError `rate_limited` with the seconds until tomorrow when not so many are left today */
  async take(what: QuotaKind, subject: QuotaSubject, amount = 1) {
    const day = this.#getDay();
    const limit = this.getMost(what, subject);
    const visitors = hashAll(await this.#secrets.findOrMake(day), subject);
    const counts = visitors.map(visitor => ({ day, what, visitor, amount }));
    const used = limit < amount ? undefined : await this.#countAll(counts, limit);
    if (used === undefined) throw this.#refuse(what, limit, subject);
    let isSpent = false;
    const charges = new Set<{ readonly provider: string }>();
    let isRefunded = false;
    const refund = async () => {
      isSpent = false;
      if (isRefunded || charges.size > 0) return;
      isRefunded = true;
      await this.#refund(counts);
    };
    return {
      limit,
      /** Uses left after this one. A limit lowered today may be below the uses so far. */
      remaining: Math.max(0, limit - used),
      secondsUntilReset: this.#computeSecondsLeft(),
      spend: () => {
        isSpent = true;
      },
      /** The server failed. Told before the answer ends, because whoever was answered asks for the count. */
      refund,
      /** A provider is called that charges for it. @returns undoes that, if the provider refused before working */
      charge: (provider: string) => {
        const charge = { provider };
        charges.add(charge);
        return () => charges.delete(charge);
      },
      /** The first provider that may charge for it. */
      get chargedBy() {
        return [...charges][0]?.provider;
      },
      [Symbol.asyncDispose]: async () => {
        if (!isSpent) await refund();
      },
    };
  }

  /** @returns the highest count; undefined, with nothing counted, if any would be above the limit */
  async #countAll(counts: readonly Count[], most: number): Promise<number | undefined> {
    let highest = 0;
    for (const [index, count] of counts.entries()) {
      const [counted] = await this.#countUse.execute({ ...count, most });
      if (!counted) {
        await this.#refund(counts.slice(0, index));
        return undefined;
      }
      highest = Math.max(highest, counted.used);
    }
    return highest;
  }

  async #refund(counts: readonly Count[]): Promise<void> {
    for (const { day, what, visitor, amount } of counts)
      await this.#queries
        .update(dailyUse)
        .set({ used: sql`greatest(${dailyUse.used} - ${amount}::int, 0)` })
        .where(and(eq(dailyUse.day, day), eq(dailyUse.what, what), eq(dailyUse.visitor, visitor)));
  }

  #getDay(): string {
    return this.#now().toISOString().slice(0, 10);
  }

  #findTomorrow(): number {
    const now = this.#now();
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  }

  #computeSecondsLeft(): number {
    return Math.ceil((this.#findTomorrow() - this.#now().getTime()) / 1000);
  }

  #refuse(what: QuotaKind, most: number, { countedBy = [] }: QuotaSubject): CodedError {
    const retryAfterSeconds = this.#computeSecondsLeft();
    const message =
      countedBy.length > 1 ? fill(limitErrors.unconfirmed) : fill(limitErrors[what], { count: most });
    return new CodedError('rate_limited', { message, retryAfterSeconds });
  }
}

/**
 * A single statement, so that parallel requests cannot exceed the limit. Built once, because each narration runs it
 * three times; unnamed, because connection poolers may not support named statements.
 */
function prepareCount(queries: Queries) {
  const used = sql`${dailyUse.used} + ${sql.placeholder('amount')}::int`;
  return queries
    .insert(dailyUse)
    .values({
      day: sql.placeholder('day'),
      what: sql.placeholder('what'),
      visitor: sql.placeholder('visitor'),
      used: sql.placeholder('amount'),
    })
    .onConflictDoUpdate({
      target: [dailyUse.day, dailyUse.what, dailyUse.visitor],
      set: { used },
      setWhere: sql`${used} <= ${sql.placeholder('most')}`,
    })
    .returning({ used: dailyUse.used })
    .prepare('');
}

function hashAll(secret: string, { id, countedBy = [id] }: QuotaSubject): string[] {
  return countedBy.map(each => createHmac('sha256', secret).update(each).digest('base64url'));
}

/** The secret of each day (UTC) for hashes of visitors and accounts, shared by all servers. */
class DaySecrets {
  readonly #queries: Queries;
  #latest: { readonly day: string; readonly value: string } | undefined;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Undefined if nothing was counted on that day. Writes nothing. */
  async find(day: string): Promise<string | undefined> {
    if (this.#latest?.day === day) return this.#latest.value;
    const [row] = await this.#queries.select().from(dailySecret).where(eq(dailySecret.day, day));
    if (row) this.#latest = { day, value: row.secret };
    return row?.secret;
  }

  /** Creates the day's secret on first use and deletes other days, except the one before and after. */
  async findOrMake(day: string): Promise<string> {
    const known = await this.find(day);
    if (known !== undefined) return known;
    await this.#queries
      .insert(dailySecret)
      .values({ day, secret: randomBytes(32).toString('base64url') })
      .onConflictDoNothing();
    for (const table of [dailyUse, dailySecret])
      await this.#queries.delete(table).where(sql`abs(${table.day} - ${day}::date) > 1`);
    const made = await this.find(day);
    if (made === undefined) throw new CodedError('unavailable');
    return made;
  }
}

import { createHmac } from 'node:crypto';
import { and, eq, inArray, lt, max, sql } from 'drizzle-orm';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { Queries } from '../database/database.ts';
import { dailyUse } from '../database/schema.ts';
import { DaySecrets } from './day-secrets.ts';

/** What a visitor can do a limited number of times in a day. */
export type QuotaKind = 'narration' | 'script' | 'rewrite' | 'speech' | 'line' | 'feedback';

/** Who uses, and how much they may. */
export interface QuotaSubject {
  /** An address as `requireVisitor` gives it, or the id of an account. */
  readonly id: string;
  readonly narrationsPerDay: number;
  /** By what uses are counted, each by itself, so that all must have one left; the id when left out. Only hashes are kept. */
  readonly countedBy?: readonly string[] | undefined;
}

export interface QuotaStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
}

/** One use that was counted. Disposing of it gives it back, unless it was spent or charged. */
export interface CountedUse extends AsyncDisposable {
  readonly limit: number;
  /** What is left after this one. */
  readonly remaining: number;
  readonly secondsUntilReset: number;
  /** From here on it costs: work begins, or the thing is done. */
  spend(): void;
  /** It failed on our side, so that it shall not count after all, unless it was charged. */
  forgive(): void;
  /**
   * Somebody is asked who wants to be paid.
   * @returns takes that back, when the provider refused before it worked
   */
  charge(): () => void;
}

/** What is counted for one use. */
interface Count {
  readonly day: string;
  readonly what: QuotaKind;
  readonly visitor: string;
  readonly amount: number;
}

/** Writing a script can be tried again, and a script is made to fit, edited and heard a few times. */
const scriptsPerNarration = 2;
const rewritesPerNarration = 2;
const speechesPerNarration = 5;
/** A few lines of a script, spoken again while somebody works at it. */
const linesPerNarration = 50;
const feedbackPerDay = 20;

/**
 * Counts what people do in a day (UTC), by mailboxes and addresses that nobody can read back: they are hashed with a secret that
 * is deleted a day after its own. Counts are kept in the database, so that they outlive a restart and an account, and hold for all
 * servers together. A clock that jumps over midnight and back finds the counts of both days.
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

  /** How often somebody may do something in a day. */
  getMost(what: QuotaKind, { narrationsPerDay }: QuotaSubject): number {
    const most: Record<QuotaKind, number> = {
      narration: narrationsPerDay,
      script: narrationsPerDay * scriptsPerNarration,
      rewrite: narrationsPerDay * rewritesPerNarration,
      speech: narrationsPerDay * speechesPerNarration,
      line: narrationsPerDay * linesPerNarration,
      feedback: feedbackPerDay,
    };
    return most[what];
  }

  /** How many uses are left, without counting one. Writes nothing, so that it is known on a full disk, too. */
  async findStatus(what: QuotaKind, subject: QuotaSubject): Promise<QuotaStatus> {
    const limit = this.getMost(what, subject);
    const day = this.#getDay();
    const secret = await this.#secrets.find(day);
    // The first use of a day makes its secret.
    const used = secret === undefined ? 0 : await this.#readUsed(day, what, hashAll(secret, subject));
    return { limit, remaining: Math.max(0, limit - used), resetsAt: new Date(this.#findTomorrow()) };
  }

  async #readUsed(day: string, what: QuotaKind, visitors: readonly string[]): Promise<number> {
    const [row] = await this.#queries
      .select({ used: max(dailyUse.used) })
      .from(dailyUse)
      .where(and(eq(dailyUse.day, day), eq(dailyUse.what, what), inArray(dailyUse.visitor, visitors)));
    return row?.used ?? 0;
  }

  /**
   * Counts nothing; checks, before much work, that a use can be counted later.
   * @throws CodedError as {@link take} does
   */
  async requireLeft(what: QuotaKind, subject: QuotaSubject): Promise<void> {
    const { limit, remaining } = await this.findStatus(what, subject);
    if (remaining === 0) throw this.#refuse(what, limit, subject);
  }

  /**
   * Counts one use.
   * @param amount as how many it counts; any amount gets through while one is left
   * @throws CodedError `rate_limited` with the seconds until tomorrow when none is left today
   */
  async take(what: QuotaKind, subject: QuotaSubject, amount = 1): Promise<CountedUse> {
    const day = this.#getDay();
    const limit = this.getMost(what, subject);
    const counts = hashAll(await this.#secrets.findOrMake(day), subject).map(visitor => ({
      day,
      what,
      visitor,
      amount,
    }));
    const used = limit === 0 ? undefined : await this.#countAll(counts, limit);
    if (used === undefined) throw this.#refuse(what, limit, subject);
    let isSpent = false;
    let charges = 0;
    return {
      limit,
      // A limit that was lowered today may lie below what was used before.
      remaining: Math.max(0, limit - used),
      secondsUntilReset: this.#computeSecondsLeft(),
      spend: () => {
        isSpent = true;
      },
      forgive: () => {
        isSpent = false;
      },
      charge: () => {
        charges += 1;
        return () => {
          charges -= 1;
        };
      },
      [Symbol.asyncDispose]: async () => {
        if (!isSpent && charges === 0) await this.#giveBack(counts);
      },
    };
  }

  /** @returns the highest of the counts; undefined, with nothing counted, where one of them has reached the most */
  async #countAll(counts: readonly Count[], most: number): Promise<number | undefined> {
    let highest = 0;
    for (const [index, count] of counts.entries()) {
      const [counted] = await this.#countUse.execute({ ...count, most });
      if (!counted) {
        await this.#giveBack(counts.slice(0, index));
        return undefined;
      }
      highest = Math.max(highest, counted.used);
    }
    return highest;
  }

  async #giveBack(counts: readonly Count[]): Promise<void> {
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
 * One statement, so that of many requests at once exactly as many as are left get through. Its text is put together once, because each narration asks it
 * three times; it has no name, because a pooler between may not keep those.
 */
function prepareCount(queries: Queries) {
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
      set: { used: sql`${dailyUse.used} + excluded.used` },
      setWhere: lt(dailyUse.used, sql.placeholder('most')),
    })
    .returning({ used: dailyUse.used })
    .prepare('');
}

function hashAll(secret: string, { id, countedBy = [id] }: QuotaSubject): string[] {
  return countedBy.map(each => createHmac('sha256', secret).update(each).digest('base64url'));
}

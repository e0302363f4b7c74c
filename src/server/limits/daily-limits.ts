import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { CodedError } from '#shared/errors.ts';
import type { Queries } from '../database/open-database.ts';
import { dailySecret, dailyUse } from '../database/schema.ts';

/** What a visitor can do a limited number of times in a day. */
export type LimitedThing = 'narration' | 'script' | 'speech' | 'feedback';

/** One use that was counted. Disposing of it gives it back, unless it was spent. */
export interface CountedUse extends AsyncDisposable {
  /** From here on it costs: a provider is asked, or the thing is done. */
  spend(): void;
  /** It failed on our side, so that it shall not count after all. */
  forgive(): void;
}

/** Writing a script can be tried again, and a script is edited and heard a few times. */
const scriptsPerNarration = 2;
const speechesPerNarration = 5;
const feedbackPerDay = 20;

/**
 * Counts what visitors do in a day (UTC), by an address that nobody can read back: it is hashed with a secret that
 * is deleted when its day is over. Counts are kept in the database, so that they outlive a restart and hold for all
 * servers together.
 */
export class DailyLimits {
  readonly #queries: Queries;
  readonly #most: Readonly<Record<LimitedThing, number>>;
  readonly #now: () => Date;
  #secret: { readonly day: string; readonly value: string } | undefined;

  constructor(queries: Queries, narrationsPerDay: number, now: () => Date = () => new Date()) {
    this.#queries = queries;
    this.#now = now;
    this.#most = {
      narration: narrationsPerDay,
      script: narrationsPerDay * scriptsPerNarration,
      speech: narrationsPerDay * speechesPerNarration,
      feedback: feedbackPerDay,
    };
  }

  /**
   * Counts one use.
   * @param visitor an address as `requireVisitor` gives it; only its hash is kept
   * @throws CodedError `rate_limited` with the seconds until tomorrow when none is left today
   */
  async take(what: LimitedThing, visitor: string): Promise<CountedUse> {
    const day = this.#now().toISOString().slice(0, 10);
    const hash = createHmac('sha256', await this.#getSecret(day))
      .update(visitor)
      .digest('base64url');
    if (this.#most[what] === 0 || !(await this.#count(day, what, hash))) throw this.#refuse(what);
    let isSpent = false;
    return {
      spend: () => {
        isSpent = true;
      },
      forgive: () => {
        isSpent = false;
      },
      [Symbol.asyncDispose]: async () => {
        if (!isSpent) await this.#giveBack(day, what, hash);
      },
    };
  }

  /** One statement, so that of many requests at once exactly as many as are left get through. */
  async #count(day: string, what: LimitedThing, visitor: string): Promise<boolean> {
    const counted = await this.#queries
      .insert(dailyUse)
      .values({ day, what, visitor, used: 1 })
      .onConflictDoUpdate({
        target: [dailyUse.day, dailyUse.what, dailyUse.visitor],
        set: { used: sql`${dailyUse.used} + 1` },
        setWhere: lt(dailyUse.used, this.#most[what]),
      })
      .returning({ used: dailyUse.used });
    return counted.length > 0;
  }

  async #giveBack(day: string, what: LimitedThing, visitor: string): Promise<void> {
    await this.#queries
      .update(dailyUse)
      .set({ used: sql`${dailyUse.used} - 1` })
      .where(
        and(
          eq(dailyUse.day, day),
          eq(dailyUse.what, what),
          eq(dailyUse.visitor, visitor),
          gt(dailyUse.used, 0),
        ),
      );
  }

  async #getSecret(day: string): Promise<string> {
    if (this.#secret?.day !== day) this.#secret = { day, value: await this.#findSecret(day) };
    return this.#secret.value;
  }

  /** The first one to ask on a day makes its secret and deletes what is left of the days before. */
  async #findSecret(day: string): Promise<string> {
    const known = await this.#readSecret(day);
    if (known !== undefined) return known;
    await this.#queries
      .insert(dailySecret)
      .values({ day, secret: randomBytes(32).toString('base64url') })
      .onConflictDoNothing();
    await this.#queries.delete(dailyUse).where(lt(dailyUse.day, day));
    await this.#queries.delete(dailySecret).where(lt(dailySecret.day, day));
    const made = await this.#readSecret(day);
    if (made === undefined) throw new CodedError('unavailable');
    return made;
  }

  async #readSecret(day: string): Promise<string | undefined> {
    const [row] = await this.#queries.select().from(dailySecret).where(eq(dailySecret.day, day));
    return row?.secret;
  }

  #refuse(what: LimitedThing): CodedError {
    const now = this.#now();
    const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    const retryAfterSeconds = Math.ceil((tomorrow - now.getTime()) / 1000);
    const things = {
      narration: 'narrations',
      script: 'scripts',
      speech: 'spoken scripts',
      feedback: 'messages',
    };
    const message = `That was the last of today's ${this.#most[what]} ${things[what]}. There will be new ones tomorrow.`;
    return new CodedError('rate_limited', { message, retryAfterSeconds });
  }
}

import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { CodedError } from '#shared/errors.ts';
import type { Queries } from '../database/queries.ts';
import { dailySecret, dailyUse } from '../database/schema.ts';

/** What a visitor can do a limited number of times in a day. */
export type QuotaKind = 'narration' | 'script' | 'rewrite' | 'speech' | 'line' | 'feedback';

/** Who uses, and how much they may. */
export interface QuotaSubject {
  /** An address as `requireVisitor` gives it, or the id of an account; only its hash is kept. */
  readonly id: string;
  readonly narrationsPerDay: number;
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
   * @returns takes that back, for whoever refused before the work
   */
  charge(): () => void;
}

/** Writing a script can be tried again, and a script is made to fit, edited and heard a few times. */
const scriptsPerNarration = 2;
const rewritesPerNarration = 2;
const speechesPerNarration = 5;
/** A few lines of a script, spoken again while somebody works at it. */
const linesPerNarration = 50;
const feedbackPerDay = 20;

/**
 * Counts what people do in a day (UTC), by an account or an address that nobody can read back: it is hashed with a secret that
 * is deleted when its day is over. Counts are kept in the database, so that they outlive a restart and hold for all
 * servers together.
 */
export class DailyLimits {
  readonly #queries: Queries;
  readonly #now: () => Date;
  readonly #countUse: ReturnType<typeof prepareCount>;
  #secret: { readonly day: string; readonly value: string } | undefined;

  constructor(queries: Queries, now: () => Date = () => new Date()) {
    this.#queries = queries;
    this.#countUse = prepareCount(queries);
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
    const secret = await this.#getKnownSecret(day);
    // The first use of a day makes its secret.
    const used = secret === undefined ? 0 : await this.#readUsed(day, what, hash(secret, subject));
    return { limit, remaining: Math.max(0, limit - used), resetsAt: new Date(this.#findTomorrow()) };
  }

  async #readUsed(day: string, what: QuotaKind, visitor: string): Promise<number> {
    const [row] = await this.#queries
      .select({ used: dailyUse.used })
      .from(dailyUse)
      .where(and(eq(dailyUse.day, day), eq(dailyUse.what, what), eq(dailyUse.visitor, visitor)));
    return row?.used ?? 0;
  }

  /**
   * Counts nothing; for whoever wants to know before much work that a use is counted later.
   * @throws CodedError as {@link take} does
   */
  async requireLeft(what: QuotaKind, subject: QuotaSubject): Promise<void> {
    const { limit, remaining } = await this.findStatus(what, subject);
    if (remaining === 0) throw this.#refuse(what, limit);
  }

  /**
   * Counts one use.
   * @throws CodedError `rate_limited` with the seconds until tomorrow when none is left today
   */
  async take(what: QuotaKind, subject: QuotaSubject): Promise<CountedUse> {
    const day = this.#getDay();
    const visitor = hash(await this.#getSecret(day), subject);
    const limit = this.getMost(what, subject);
    const used = limit === 0 ? undefined : await this.#count(day, what, visitor, limit);
    if (used === undefined) throw this.#refuse(what, limit);
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
        if (!isSpent && charges === 0) await this.#giveBack(day, what, visitor);
      },
    };
  }

  async #count(day: string, what: QuotaKind, visitor: string, most: number): Promise<number | undefined> {
    const [counted] = await this.#countUse.execute({ day, what, visitor, most });
    return counted?.used;
  }

  async #giveBack(day: string, what: QuotaKind, visitor: string): Promise<void> {
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

  async #getSecret(day: string): Promise<string> {
    const known = await this.#getKnownSecret(day);
    if (known !== undefined) return known;
    this.#secret = { day, value: await this.#makeSecret(day) };
    return this.#secret.value;
  }

  async #getKnownSecret(day: string): Promise<string | undefined> {
    if (this.#secret?.day === day) return this.#secret.value;
    const value = await this.#readSecret(day);
    if (value !== undefined) this.#secret = { day, value };
    return value;
  }

  /** The first use of a day makes its secret and deletes what is left of the days before. */
  async #makeSecret(day: string): Promise<string> {
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

  #refuse(what: QuotaKind, most: number): CodedError {
    const retryAfterSeconds = this.#computeSecondsLeft();
    const things = {
      narration: 'narrations',
      script: 'scripts',
      rewrite: 'rewritten scripts',
      speech: 'spoken scripts',
      line: 'spoken lines',
      feedback: 'messages',
    };
    const message = `That was the last of today's ${most} ${things[what]}. There will be new ones tomorrow.`;
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
      used: 1,
    })
    .onConflictDoUpdate({
      target: [dailyUse.day, dailyUse.what, dailyUse.visitor],
      set: { used: sql`${dailyUse.used} + 1` },
      setWhere: lt(dailyUse.used, sql.placeholder('most')),
    })
    .returning({ used: dailyUse.used })
    .prepare('');
}

function hash(secret: string, { id }: QuotaSubject): string {
  return createHmac('sha256', secret).update(id).digest('base64url');
}

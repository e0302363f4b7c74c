import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { CodedError } from '#shared/errors.ts';
import type { Queries } from '../database/database.ts';
import { dailySecret, dailyUse } from '../database/schema.ts';

/** The secret of each day (UTC) for hashes of visitors and accounts, shared by all servers. */
export class DaySecrets {
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

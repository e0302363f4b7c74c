import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Config } from '../config/config.ts';
import { session, verification } from '../database/auth-schema.ts';
import type { Queries } from '../database/queries.ts';
import {
  contactMessages,
  dailySecret,
  dailyUse,
  feedback,
  knownPlaces,
  mails,
  narrationLog,
  recentTries,
  stripeEvents,
} from '../database/schema.ts';
import { keepSentMailDays, keepUnsentMailDays } from '../mail/outbox.ts';
import { keepEventsDays } from '../plans/stripe/purchases.ts';

/** So many rows at once take no longer than a request may wait for the embedded database. */
const rowsAtOnce = 1000;

/**
 * Deletes what was kept for as long as the privacy page says. Some of it is deleted sooner, where it is used; this finds
 * what nobody came back to. Done twice is done once, and what was interrupted is ended by the next time.
 * @returns how many rows
 */
export async function sweep(
  queries: Queries,
  { retentionDays }: Pick<Config, 'retentionDays'>,
): Promise<number> {
  const today = sql`(now() at time zone 'utc')::date`;
  const overdue: [PgTable, SQL][] = [
    [narrationLog, sql`${narrationLog.day} < ${today} - ${retentionDays}::int`],
    [contactMessages, sql`${contactMessages.createdAt} < ${daysAgo(retentionDays)}`],
    [feedback, sql`${feedback.createdAt} < ${daysAgo(retentionDays)}`],
    [
      mails,
      sql`${mails.sentAt} < ${daysAgo(keepSentMailDays)} or ${mails.createdAt} < ${daysAgo(keepUnsentMailDays)}`,
    ],
    [session, sql`${session.expiresAt} < now()`],
    [verification, sql`${verification.expiresAt} < now()`],
    [stripeEvents, sql`${stripeEvents.takenAt} < ${daysAgo(keepEventsDays)}`],
    [recentTries, sql`${recentTries.endsAt} < now()`],
    [knownPlaces, sql`${knownPlaces.endsAt} < now()`],
    [dailyUse, sql`${dailyUse.day} < ${today}`],
    [dailySecret, sql`${dailySecret.day} < ${today}`],
  ];
  let deleted = 0;
  for (const [table, condition] of overdue) deleted += await deleteRows(queries, table, condition);
  return deleted;
}

function daysAgo(days: number): SQL {
  return sql`now() - make_interval(days => ${days}::int)`;
}

async function deleteRows(queries: Queries, table: PgTable, condition: SQL): Promise<number> {
  for (let deleted = 0; ; ) {
    const result = await queries.execute(sql`
      with deleted as (
        delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${rowsAtOnce}))
        returning 1
      ) select count(*)::int as count from deleted`);
    // Both drivers answer so; the type that they share does not say it.
    const { count } = (result as { rows: [{ count: number }] }).rows[0];
    deleted += count;
    if (count < rowsAtOnce) return deleted;
  }
}

import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { keepTrashDays } from '#shared/defaults.ts';
import type { Config } from '../config/config.ts';
import { keepCostMonths } from '../costs/account-costs.ts';
import { type Queries, schema } from '../database/database.ts';
import { keepSentMailDays, keepUnsentMailDays } from '../mail/outbox.ts';
import { keepEventsDays } from '../plans/stripe/purchases.ts';
import type { TableName, Tables } from './stored-facts.ts';

/** A batch is short enough for requests that wait for the embedded database. */
const rowsAtOnce = 1000;

const tables: Tables = schema;

/** Kept as long as the account, or by other rules. A table that is neither here nor swept does not compile. */
const notSwept = {
  user: undefined,
  users: undefined,
  account: undefined,
  premiumMembers: undefined,
  stripePurchases: undefined,
  voiceSamples: undefined,
  sharePictures: undefined,
  comments: undefined,
  apiTokens: undefined,
  pronunciations: undefined,
  jwks: undefined,
};

/**
 * Deletes data at the end of its retention as stated on the privacy page. Some is also deleted when used; this finds
 * the rest. Idempotent; an interrupted run is completed by the next.
 * @returns the number of deleted rows
 */
export async function sweep(
  queries: Queries,
  { retentionDays }: Pick<Config, 'retentionDays'>,
): Promise<number> {
  const { session, verification } = schema;
  const { contactMessages, dailySecret, dailyUse, feedback, idempotencyKeys, knownPlaces } = schema;
  const { projects, projectVersions, shares } = schema;
  const { mails, narrationLog, providerCosts, recentTries, stripeEvents } = schema;
  const today = sql`(now() at time zone 'utc')::date`;
  const overdue: Readonly<Record<TableName, SQL | undefined>> = {
    narrationLog: sql`${narrationLog.day} < ${today} - ${retentionDays}::int`,
    contactMessages: sql`${contactMessages.createdAt} < ${daysAgo(retentionDays)}`,
    feedback: sql`${feedback.createdAt} < ${daysAgo(retentionDays)}`,
    mails: sql`${mails.sentAt} < ${daysAgo(keepSentMailDays)} or ${mails.createdAt} < ${daysAgo(keepUnsentMailDays)}`,
    session: sql`${session.expiresAt} < now()`,
    verification: sql`${verification.expiresAt} < now()`,
    stripeEvents: sql`${stripeEvents.takenAt} < ${daysAgo(keepEventsDays)}`,
    recentTries: sql`${recentTries.endsAt} < now()`,
    idempotencyKeys: sql`${idempotencyKeys.endsAt} < now()`,
    knownPlaces: sql`${knownPlaces.endsAt} < now()`,
    providerCosts: sql`${providerCosts.month} < date_trunc('month', ${today}) - make_interval(months => ${keepCostMonths}::int)`,
    projects: sql`${projects.deletedAt} < ${daysAgo(keepTrashDays)}`,
    projectVersions: sql`${projectVersions.savedAt} < ${daysAgo(keepTrashDays)}`,
    shares: sql`${shares.endsAt} < now()`,
    dailyUse: sql`abs(${dailyUse.day} - ${today}) > 1`,
    dailySecret: sql`abs(${dailySecret.day} - ${today}) > 1`,
    ...notSwept,
  };
  let deleted = 0;
  for (const [name, condition] of Object.entries(overdue))
    if (condition) deleted += await deleteRows(queries, tables[name as TableName], condition);
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
    // Both drivers return this; their common type does not include it.
    const { count } = (result as { rows: [{ count: number }] }).rows[0];
    deleted += count;
    if (count < rowsAtOnce) return deleted;
  }
}

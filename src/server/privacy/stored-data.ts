import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { PrivacyAnswer, StoredItem } from '#shared/api/privacy.ts';
import { keepTrashDays, mailedLinkSeconds } from '#shared/defaults.ts';
import { describeDays, describeDuration } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { privacyFacts, privacyPeriods } from '#shared/messages/privacy-facts.ts';
import { sessionSeconds } from '../accounts/create-auth.ts';
import { knownSeconds, maxPerKind } from '../accounts/sign-in.ts';
import type { Config } from '../config/config.ts';
import { keepCostMonths } from '../costs/account-costs.ts';
import { type Queries, schema } from '../database/database.ts';
import { defaultDecodingBudget } from '../decoding/decoding-limits.ts';
import { defaultKeyedCallLimits } from '../idempotency/keyed-calls.ts';
import { keepJobDays } from '../jobs/job-queue.ts';
import { defaultAccountLimits } from '../limits/recent-tries.ts';
import { keepSentMailDays, keepUnsentMailDays } from '../mail/mails.ts';
import { messagesPerAddress } from '../messages/message-routes.ts';
import { keepEventsDays } from '../plans/plans.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';
import { defaultVoiceSampleLimits } from '../voices/voice-samples.ts';

type Definitions = typeof schema;

/** All tables by name: a new one without a description is a type error. */
export type Tables = {
  [Name in keyof Definitions as Definitions[Name] extends PgTable ? Name : never]: Definitions[Name];
};

export type TableName = keyof Tables;

type Key = keyof typeof privacyFacts;

type FactName = { [Each in Key]: Each extends `${infer Name}What` ? Extract<Key, Name> : never }[Key];

interface StoredFact {
  readonly about: keyof PrivacyAnswer['stored'];
  readonly name: FactName;
  readonly kept: string;
}

const longestTrySeconds = Math.max(
  messagesPerAddress.windowSeconds,
  defaultDecodingBudget.windowSeconds,
  ...Object.values(defaultAccountLimits).map(({ windowSeconds }) => windowSeconds),
);

export function describeItem(name: FactName, kept: string): StoredItem {
  return {
    title: t(privacyFacts[name]),
    what: t(privacyFacts[`${name}What`]),
    why: t(privacyFacts[`${name}Why`]),
    kept,
  };
}

const nextDay = t(privacyPeriods.nextDay);
const tryTime = { time: describeDuration(longestTrySeconds) };
const keyTimes = {
  time: describeDuration(defaultKeyedCallLimits.rememberSeconds),
  answerTime: describeDuration(defaultKeyedCallLimits.keepSeconds),
};
const mailTimes = { time: describeDays(keepSentMailDays), unsentTime: describeDays(keepUnsentMailDays) };
const ofAccount = t(privacyPeriods.account);
const costMonths = t(privacyPeriods.months, { count: keepCostMonths });
const sessionTime = { time: describeDuration(sessionSeconds) };
const places = {
  browserTime: describeDuration(knownSeconds.browser),
  addressTime: describeDuration(knownSeconds.address),
  most: maxPerKind,
};
const trashTime = { time: describeDays(keepTrashDays) };
const linkTime = { time: describeDuration(mailedLinkSeconds) };
const samples = { size: describeByteLimit(defaultVoiceSampleLimits.maxBytes) };

/** Tables whose retention no setting changes. */
const fixedFacts = {
  dailyUse: { about: 'visitors', name: 'dailyUse', kept: nextDay },
  dailySecret: { about: 'operation', name: 'dailySecret', kept: nextDay },
  recentTries: { about: 'visitors', name: 'recentTries', kept: t(privacyPeriods.atMost, tryTime) },
  idempotencyKeys: {
    about: 'visitors',
    name: 'idempotencyKeys',
    kept: t(privacyPeriods.keyAndAnswer, keyTimes),
  },
  mails: { about: 'messages', name: 'mails', kept: t(privacyPeriods.mails, mailTimes) },
  accounts: { about: 'accounts', name: 'user', kept: ofAccount },
  profiles: { about: 'accounts', name: 'users', kept: ofAccount },
  signInMethods: { about: 'accounts', name: 'signIn', kept: ofAccount },
  premiumMembers: { about: 'accounts', name: 'premiumMembers', kept: t(privacyPeriods.premiumMember) },
  providerCosts: { about: 'accounts', name: 'providerCosts', kept: costMonths },
  projects: { about: 'accounts', name: 'projects', kept: t(privacyPeriods.project, trashTime) },
  projectVersions: {
    about: 'accounts',
    name: 'projectVersions',
    kept: t(privacyPeriods.projectVersion, trashTime),
  },
  shares: { about: 'accounts', name: 'shares', kept: t(privacyPeriods.share) },
  sharePictures: { about: 'accounts', name: 'sharePictures', kept: t(privacyPeriods.share) },
  comments: { about: 'accounts', name: 'comments', kept: t(privacyPeriods.withProject) },
  pronunciations: { about: 'accounts', name: 'pronunciations', kept: ofAccount },
  apiTokens: { about: 'accounts', name: 'apiTokens', kept: t(privacyPeriods.token) },
  stripePurchases: { about: 'accounts', name: 'stripePurchases', kept: t(privacyPeriods.purchase) },
  session: { about: 'accounts', name: 'session', kept: t(privacyPeriods.session, sessionTime) },
  knownPlaces: { about: 'accounts', name: 'knownPlaces', kept: t(privacyPeriods.places, places) },
  verification: { about: 'accounts', name: 'verification', kept: t(privacyPeriods.link, linkTime) },
  stripeEvents: { about: 'operation', name: 'stripeEvents', kept: describeDays(keepEventsDays) },
  voiceSamples: { about: 'operation', name: 'voiceSamples', kept: t(privacyPeriods.samples, samples) },
  jwks: { about: 'operation', name: 'jwks', kept: t(privacyPeriods.server) },
} as const satisfies Partial<Record<TableName, StoredFact>>;

/** `sweep` and the parts named here implement the retention. */
export function describeTables({
  retentionDays,
}: Pick<Config, 'retentionDays'>): Readonly<Record<TableName, StoredFact>> {
  const kept = describeDays(retentionDays);
  return {
    narrationLog: { about: 'visitors', name: 'narrationLog', kept },
    contactMessages: { about: 'messages', name: 'contactMessages', kept },
    feedback: { about: 'messages', name: 'feedback', kept },
    ...fixedFacts,
  };
}

/** The queue's own tables, which are not in our schema. */
export const waitingWork = {
  name: 'jobs',
  kept: t(privacyPeriods.job, { time: describeDays(keepJobDays) }),
} as const;

/** A batch is short enough for requests that wait for the embedded database. */
const rowsAtOnce = 1000;

const tables: Tables = schema;

/** Kept as long as the account, or by other rules. A table that is neither here nor swept does not compile. */
const notSwept = {
  accounts: undefined,
  profiles: undefined,
  signInMethods: undefined,
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
 * Deletes what is kept for longer than the privacy page states. Idempotent: the next run completes an interrupted one. @returns the
 * number of deleted rows
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

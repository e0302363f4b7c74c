import type { PgTable } from 'drizzle-orm/pg-core';
import type { PrivacyAnswer, StoredItem } from '#shared/api/privacy.ts';
import { describeDays, describeDuration } from '#shared/describe-values.ts';
import { mailedLinkSeconds } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { privacyFacts, privacyPeriods } from '#shared/messages/privacy-facts.ts';
import { defaultAccountLimits } from '../accounts/account-limits.ts';
import { sessionSeconds } from '../accounts/create-auth.ts';
import { knownSeconds, mostPerKind } from '../accounts/known-places.ts';
import type { Config } from '../config/config.ts';
import { keepCostMonths } from '../costs/account-costs.ts';
import type * as authSchema from '../database/auth-schema.ts';
import type * as schema from '../database/schema.ts';
import { defaultDecodingBudget } from '../decoding/decoding-limits.ts';
import { defaultKeyedCallLimits } from '../idempotency/keyed-calls.ts';
import { keepJobDays } from '../jobs/job-queue.ts';
import { keepSentMailDays, keepUnsentMailDays } from '../mail/outbox.ts';
import { messagesPerAddress } from '../messages/send-form-route.ts';
import { keepEventsDays } from '../plans/stripe/purchases.ts';
import { describeByteLimit } from '../uploads/upload-limits.ts';
import { keepRatesDays, measurementsPerAccount } from '../voices/speech-rates.ts';
import { defaultVoiceSampleLimits } from '../voices/voice-samples.ts';

type Definitions = typeof schema & typeof authSchema;

/** All tables by name: a new one without a description is a type error. */
export type Tables = {
  [Name in keyof Definitions as Definitions[Name] extends PgTable ? Name : never]: Definitions[Name];
};

export type TableName = keyof Tables;

type Key = keyof typeof privacyFacts;

/** Each has texts for title, content and purpose. */
type FactName = {
  [Each in Key]: Each extends `${infer Name}What` ? Extract<Key, Name> : never;
}[Key];

interface StoredFact {
  readonly about: keyof PrivacyAnswer['stored'];
  readonly name: FactName;
  readonly kept: string;
}

/** When the longest count of tries is reset. */
const longestTrySeconds = Math.max(
  messagesPerAddress.windowSeconds,
  defaultDecodingBudget.windowSeconds,
  measurementsPerAccount.windowSeconds,
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

type StoredConfig = Pick<Config, 'retentionDays'>;

/** Describes every table's content and retention. `sweep.ts` and the parts named here implement it. */
export function describeTables(config: StoredConfig): Readonly<Record<TableName, StoredFact>> {
  return {
    ...describeVisits(config),
    ...describeMessages(config),
    ...describeAccounts(),
    ...describeSignIns(),
    ...describeOperation(),
  };
}

function describeVisits({ retentionDays }: StoredConfig) {
  const nextDay = t(privacyPeriods.nextDay);
  const keyTimes = {
    time: describeDuration(defaultKeyedCallLimits.rememberSeconds),
    answerTime: describeDuration(defaultKeyedCallLimits.keepSeconds),
  };
  const tryTime = { time: describeDuration(longestTrySeconds) };
  return {
    narrationLog: { about: 'visitors', name: 'narrationLog', kept: describeDays(retentionDays) },
    dailyUse: { about: 'visitors', name: 'dailyUse', kept: nextDay },
    dailySecret: { about: 'operation', name: 'dailySecret', kept: nextDay },
    recentTries: { about: 'visitors', name: 'recentTries', kept: t(privacyPeriods.atMost, tryTime) },
    idempotencyKeys: {
      about: 'visitors',
      name: 'idempotencyKeys',
      kept: t(privacyPeriods.keyAndAnswer, keyTimes),
    },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

function describeMessages({ retentionDays }: StoredConfig) {
  const mailTimes = { time: describeDays(keepSentMailDays), unsentTime: describeDays(keepUnsentMailDays) };
  return {
    contactMessages: { about: 'messages', name: 'contactMessages', kept: describeDays(retentionDays) },
    feedback: { about: 'messages', name: 'feedback', kept: describeDays(retentionDays) },
    mails: { about: 'messages', name: 'mails', kept: t(privacyPeriods.mails, mailTimes) },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

function describeAccounts() {
  const kept = t(privacyPeriods.account);
  return {
    user: { about: 'accounts', name: 'user', kept },
    users: { about: 'accounts', name: 'users', kept },
    account: { about: 'accounts', name: 'signIn', kept },
    premiumMembers: { about: 'accounts', name: 'premiumMembers', kept: t(privacyPeriods.premiumMember) },
    providerCosts: {
      about: 'accounts',
      name: 'providerCosts',
      kept: t(privacyPeriods.months, { count: keepCostMonths }),
    },
    stripePurchases: { about: 'accounts', name: 'stripePurchases', kept: t(privacyPeriods.purchase) },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

function describeSignIns() {
  const places = {
    browserTime: describeDuration(knownSeconds.browser),
    addressTime: describeDuration(knownSeconds.address),
    most: mostPerKind,
  };
  const session = { time: describeDuration(sessionSeconds) };
  const link = { time: describeDuration(mailedLinkSeconds) };
  return {
    session: { about: 'accounts', name: 'session', kept: t(privacyPeriods.session, session) },
    knownPlaces: { about: 'accounts', name: 'knownPlaces', kept: t(privacyPeriods.places, places) },
    verification: { about: 'accounts', name: 'verification', kept: t(privacyPeriods.link, link) },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

function describeOperation() {
  const samples = { size: describeByteLimit(defaultVoiceSampleLimits.maxBytes) };
  const rates = { time: describeDays(keepRatesDays) };
  return {
    stripeEvents: { about: 'operation', name: 'stripeEvents', kept: describeDays(keepEventsDays) },
    voiceSamples: { about: 'operation', name: 'voiceSamples', kept: t(privacyPeriods.samples, samples) },
    speechRates: { about: 'operation', name: 'speechRates', kept: t(privacyPeriods.rates, rates) },
    jwks: { about: 'operation', name: 'jwks', kept: t(privacyPeriods.server) },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

/** The queue's own tables (src/server/jobs/job-queue.ts), which are not in our schema. */
export const waitingWork = {
  name: 'jobs',
  kept: t(privacyPeriods.job, { time: describeDays(keepJobDays) }),
} as const;

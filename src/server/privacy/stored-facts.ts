import type { PgTable } from 'drizzle-orm/pg-core';
import type { PrivacyAnswer, StoredItem } from '#shared/api/privacy.ts';
import { describeDays, describeDuration } from '#shared/describe-duration.ts';
import { mailedLinkSeconds } from '#shared/limits.ts';
import { spellCount } from '#shared/spell-count.ts';
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
import { heardPerPerson, keepRatesDays } from '../voices/speech-rates.ts';
import { defaultVoiceSampleLimits } from '../voices/voice-samples.ts';

type Definitions = typeof schema & typeof authSchema;

/** All tables, by their names: one that nobody has described yet is a type error here. */
export type Tables = {
  [Name in keyof Definitions as Definitions[Name] extends PgTable ? Name : never]: Definitions[Name];
};

export type TableName = keyof Tables;

interface StoredFact extends StoredItem {
  readonly about: keyof PrivacyAnswer['stored'];
}

/** After so long a count of tries begins anew. */
const longestTrySeconds = Math.max(
  messagesPerAddress.windowSeconds,
  defaultDecodingBudget.windowSeconds,
  heardPerPerson.windowSeconds,
  ...Object.values(defaultAccountLimits).map(({ windowSeconds }) => windowSeconds),
);

type StoredConfig = Pick<Config, 'retentionDays'>;

/** What every table of the database holds, why, and for how long. `sweep.ts` and the parts named here keep to it. */
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
  return {
    narrationLog: {
      about: 'visitors',
      title: 'Prompts and scripts',
      what: 'Your prompt and the script made from it, with its language and the day. E-mail addresses and phone numbers in them are redacted, and nothing says who wrote them or in which order.',
      why: 'To make Benshi better.',
      kept: describeDays(retentionDays),
    },
    dailyUse: {
      about: 'visitors',
      title: 'Counts of the day',
      what: "How much was narrated, spoken and written to us in a day, by hashes of the network address and of the account's e-mail address that nobody can read back. They outlive the account.",
      why: 'So that the limits of a day hold, also for whoever deletes an account and registers again.',
      kept: 'Until the next day (UTC) is over',
    },
    dailySecret: {
      about: 'operation',
      title: 'The key of the day',
      what: 'A random number with which those hashes are made. Without it nobody can make them again.',
      why: 'So that nobody can be found by their hash.',
      kept: 'Until the next day (UTC) is over',
    },
    recentTries: {
      about: 'visitors',
      title: 'Counts of tries',
      what: 'How often somebody tried lately to sign in, to register, to get a mail or to write to us, how much work it was to read their videos, and that a voice spoke for an account today: by a hash of the network address and the account, or its e-mail address, that only this server can make. They outlive the account.',
      why: 'So that nobody guesses passwords or floods mailboxes, and nobody keeps this server busy alone.',
      kept: `At most ${describeDuration(longestTrySeconds)}`,
    },
    idempotencyKeys: {
      about: 'visitors',
      title: 'Calls that are done once',
      what: 'That a call was made under a key, and whether the same was asked for: by hashes of both that only this server can make. What was answered stays in the memory of the process that did it.',
      why: 'So that a button pressed twice, or a broken connection, costs nothing twice.',
      kept: `At most ${describeDuration(defaultKeyedCallLimits.rememberSeconds)}; the answer ${describeDuration(defaultKeyedCallLimits.keepSeconds)}`,
    },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

function describeMessages({ retentionDays }: StoredConfig) {
  return {
    contactMessages: {
      about: 'messages',
      title: 'Contact messages',
      what: 'The name, the e-mail address and the message that somebody sent with the contact form, and when.',
      why: 'So that no message is lost, and it can be answered.',
      kept: describeDays(retentionDays),
    },
    feedback: {
      about: 'messages',
      title: 'Feedback',
      what: 'The rating and the message, when they came, and the e-mail address if somebody left one.',
      why: 'To make Benshi better, and to answer.',
      kept: describeDays(retentionDays),
    },
    mails: {
      about: 'messages',
      title: 'Mails on their way',
      what: 'Mails to you about your account, and mails that bring messages to whoever runs this server. What they say is forgotten as soon as they are sent; to whom and when stays a while.',
      why: 'So that no mail is lost when a mail server is away.',
      kept: `${describeDays(keepSentMailDays)} after they were sent; ${describeDays(keepUnsentMailDays)} if nobody takes them`,
    },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

const asLongAsTheAccount = 'As long as the account';

function describeAccounts() {
  return {
    user: {
      about: 'accounts',
      title: 'Your account',
      what: 'Your e-mail address and whether it is confirmed, your name, and when you registered.',
      why: 'So that you can have an account.',
      kept: asLongAsTheAccount,
    },
    users: {
      about: 'accounts',
      title: 'Your profile',
      what: 'Your name and e-mail address, and whether you first came with a password or with Google.',
      why: 'So that the dashboard can greet you.',
      kept: asLongAsTheAccount,
    },
    account: {
      about: 'accounts',
      title: 'How you sign in',
      what: "A hash of your password, or Google's number for you. Google's tokens are not kept.",
      why: 'So that only you get in.',
      kept: asLongAsTheAccount,
    },
    premiumMembers: {
      about: 'accounts',
      title: 'The premium list',
      what: 'The e-mail addresses that have the premium plan, since when, and how they came to it.',
      why: 'So that the plan is there when you sign in.',
      kept: 'Until the address is taken off the list, or its confirmed owner deletes the account',
    },
    providerCosts: {
      about: 'accounts',
      title: 'What your narrations cost',
      what: 'How much AI providers looked, wrote and spoke for you in each month, with which models, and what that cost whoever runs this server. Nothing of what it was about.',
      why: 'So that you and this server know what narrations cost.',
      kept: `This month and the ${spellCount(keepCostMonths)} before it, at most as long as the account`,
    },
    stripePurchases: {
      about: 'accounts',
      title: 'Purchases of the premium plan',
      what: "The e-mail address of a purchase, Stripe's number for it, when it was paid, and whether it goes on. Nothing of how it was paid.",
      why: 'So that whoever paid has the plan.',
      kept: 'Until the confirmed owner of the address deletes the account. When the purchase is over its address is forgotten at once; the rest, which names nobody, stays',
    },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

function describeSignIns() {
  return {
    session: {
      about: 'accounts',
      title: 'Your sessions',
      what: 'That you are signed in, and since when. Neither your network address nor your browser.',
      why: 'So that you stay signed in.',
      kept: `Until you log out, or ${describeDuration(sessionSeconds)} after your last visit`,
    },
    knownPlaces: {
      about: 'accounts',
      title: 'Where you signed in',
      what: 'From which browsers and network addresses you signed in lately, and when first: by hashes that only this server can make. Nobody can read back from them where you were.',
      why: 'So that you get in from there while somebody else guesses your password.',
      kept: `A browser for ${describeDuration(knownSeconds.browser)} and an address for ${describeDuration(knownSeconds.address)} after your last sign-in there, the last ${mostPerKind} of each; all of them until you set a new password by mail`,
    },
    verification: {
      about: 'accounts',
      title: 'Links and sign-ins under way',
      what: 'Links for a new password or to sign in that were sent to you, and sign-ins with Google that have begun, by the hash of their secret.',
      why: 'So that each of them works once.',
      kept: `Until they are used, or for ${describeDuration(mailedLinkSeconds)} at most`,
    },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

function describeOperation() {
  return {
    stripeEvents: {
      about: 'operation',
      title: 'Messages that Stripe sent',
      what: "Stripe's numbers of the messages about purchases that were taken. They name nobody.",
      why: 'So that no message counts twice.',
      kept: describeDays(keepEventsDays),
    },
    voiceSamples: {
      about: 'operation',
      title: 'Samples of voices',
      what: 'What the voices sound like in each language: sentences of our own. Nobody is in them.',
      why: 'So that each of them is made only once.',
      kept: `Until there is more than ${defaultVoiceSampleLimits.maxBytes / 2 ** 20} MiB of them; those go first that were not heard for longest`,
    },
    speechRates: {
      about: 'operation',
      title: 'How fast voices speak',
      what: 'For each voice and language how much longer or shorter than usual the latest texts took, by which it is guessed how long a text will take. Neither texts nor anybody are in them.',
      why: 'So that a line can be seen to fit before it is spoken.',
      kept: `${describeDays(keepRatesDays)} after the voice was last heard`,
    },
    jwks: {
      about: 'operation',
      title: 'Keys that sign',
      what: 'Pairs of keys with which this server proves what it says to another one. They are about nobody.',
      why: 'So that nobody can speak in our name.',
      kept: 'As long as the server',
    },
  } as const satisfies Partial<Record<TableName, StoredFact>>;
}

/** The queue's own tables (src/server/jobs/job-queue.ts), which are not among ours. */
export const waitingWork: StoredItem = {
  title: 'Work that waits',
  what: 'For which e-mail address a new password was asked or too many wrong ones were tried, which mail is to be sent, and what another server is to be told of a sign-in.',
  why: 'So that what was promised is done, even after a crash.',
  kept: `Until it is done; ${describeDays(keepJobDays)} at most`,
};

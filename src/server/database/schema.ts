import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { languageNames } from '#shared/languages.ts';
import { user } from './auth-schema.ts';
import { purchaseStatuses } from './purchase-statuses.ts';

/**
 * Anonymous narrations of visitors. The key is random and the time is a day, so that neither reveals the order or exact time of requests.
 */
export const narrationLog = pgTable(
  'narration_log',
  {
    id: uuid().primaryKey().defaultRandom(),
    day: date({ mode: 'string' }).notNull(),
    /** The route: `free`, `create_script` or `script`. */
    surface: text().notNull(),
    /** Named after the form field of the prompt. */
    prompt: text('prompt').notNull(),
    script: text().notNull(),
    language: text().notNull(),
  },
  table => [index('narration_log_day_idx').on(table.day)],
);

export const feedback = pgTable('feedback', {
  id: uuid().primaryKey().defaultRandom(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  rating: smallint(),
  message: text().notNull(),
  /** Set only if the person asked for an answer. */
  email: text(),
});

export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey().defaultRandom(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  fromName: text('from_name').notNull(),
  guestEmail: text('guest_email').notNull(),
  message: text().notNull(),
});

/** Daily usage counts. `visitor` is a hash with the day's secret; secret and counts are deleted at the end of the following day. */
export const dailyUse = pgTable(
  'daily_use',
  {
    day: date({ mode: 'string' }).notNull(),
    what: text().notNull(),
    visitor: text().notNull(),
    used: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.what, table.visitor] })],
);

export const dailySecret = pgTable('daily_secret', {
  day: date({ mode: 'string' }).primaryKey(),
  secret: text().notNull(),
});

/**
 * Profiles of accounts, named by the specification. `uid` is the `id` of better-auth's `user` (auth-schema.ts), which
 * has the ways to sign in.
 */
export const users = pgTable('users', {
  uid: text()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** From the registration or Google. May be empty. */
  name: text().notNull(),
  authProvider: text('auth_provider', { enum: ['google', 'local'] }).notNull(),
  email: text().notNull(),
});

/** Verified addresses with the premium plan, in addition to PREMIUM_EMAILS. */
export const premiumMembers = pgTable('premium_members', {
  /** In lower case. */
  email: text().primaryKey(),
  /** How it was added, such as `command line`. */
  source: text().notNull(),
  since: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Processed Stripe events, so that each is processed once. Kept for longer than Stripe resends them. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
  },
  table => [index('stripe_events_taken_at_idx').on(table.takenAt)],
);

/** Purchases as reported by Stripe. Columns are null until reported. */
export const stripePurchases = pgTable(
  'stripe_purchases',
  {
    /** The id of the subscription, of the payment, or of a checkout that cost nothing. */
    id: text().primaryKey(),
    /** The buyer, in lower case. Deleted when the purchase is over. */
    email: text(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    status: text({ enum: purchaseStatuses }),
    /** The time of Stripe's report of this status. */
    statusAt: timestamp('status_at', { withTimezone: true }),
  },
  table => [index('stripe_purchases_email_idx').on(table.email)],
);

/** Recent attempts, for rate limits. `key` is a hash of action and client, keyed with this product's secret. */
export const recentTries = pgTable(
  'recent_tries',
  {
    key: text().primaryKey(),
    tries: integer().notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  table => [index('recent_tries_ends_at_idx').on(table.endsAt)],
);

/**
 * Browsers (by their cookie's secret) and network addresses of past sign-ins. `key` is a hash of it and the account's
 * e-mail address, keyed with this product's secret.
 */
export const knownPlaces = pgTable(
  'known_places',
  {
    key: text().primaryKey(),
    uid: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['browser', 'address'] }).notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  table => [index('known_places_uid_idx').on(table.uid), index('known_places_ends_at_idx').on(table.endsAt)],
);

/** How words are said in all projects of an account. */
export const pronunciations = pgTable(
  'pronunciations',
  {
    uid: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    language: text({ enum: languageNames }).notNull(),
    term: text().notNull(),
    say: text().notNull(),
  },
  table => [primaryKey({ columns: [table.uid, table.language, table.term] })],
);

/** Mails to send, and those sent in the last week. Content is deleted once sent. */
export const mails = pgTable('mails', {
  /** Also its Message-ID, by which mailboxes detect duplicates. */
  id: uuid().primaryKey().defaultRandom(),
  /** The account it is about. Null for messages to the operator. */
  uid: text().references(() => user.id, { onDelete: 'cascade' }),
  recipient: text().notNull(),
  /** The Reply-To, if it differs from the sender. */
  replyToName: text('reply_to_name'),
  replyToAddress: text('reply_to_address'),
  subject: text().notNull(),
  body: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});

/** One driver returns a `Buffer`, the other a plain `Uint8Array`. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const voiceSamples = pgTable('voice_samples', {
  /** A hash of engine, voice, text and language. */
  key: text().primaryKey(),
  /** An mp3. */
  sound: bytea().notNull(),
  /** A hash of the sound, stored so that answers need not compute it. */
  soundHash: text('sound_hash').notNull(),
  sizeBytes: integer('size_bytes').notNull().default(0),
  /** Accurate to a minute. */
  usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
});

/** An amount beyond the integer range; exact in JavaScript up to nine million dollars in billionths. */
export const amount = (name?: string) =>
  name ? bigint(name, { mode: 'number' }) : bigint({ mode: 'number' });

/** Provider usage and cost by account and month. Incremented in the database, so that processes do not overwrite each other. */
export const providerCosts = pgTable(
  'provider_costs',
  {
    uid: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    month: date({ mode: 'string' }).notNull(),
    step: text({ enum: ['vision', 'script', 'speech', 'transcription'] }).notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    calls: integer().notNull(),
    /** Calls without a known price; they are not in the cost. */
    unpricedCalls: integer('unpriced_calls').notNull(),
    textTokensIn: amount('text_tokens_in').notNull(),
    textTokensOut: amount('text_tokens_out').notNull(),
    soundTokensIn: amount('sound_tokens_in').notNull(),
    soundTokensOut: amount('sound_tokens_out').notNull(),
    characters: amount().notNull(),
    soundMilliseconds: amount('sound_milliseconds').notNull(),
    /** In billionths of a dollar. */
    nanodollars: amount().notNull(),
    /** The random id of the latest work with a call here, and its cost so far. */
    latestWork: uuid('latest_work').notNull(),
    latestAt: timestamp('latest_at', { withTimezone: true }).notNull(),
    latestNanodollars: amount('latest_nanodollars').notNull(),
    latestCalls: integer('latest_calls').notNull(),
    latestUnpricedCalls: integer('latest_unpriced_calls').notNull(),
  },
  table => [primaryKey({ columns: [table.uid, table.month, table.step, table.provider, table.model] })],
);

/**
 * Recent calls with an `Idempotency-Key`, so that they are not repeated. Key and content are hashes keyed with this
 * product's secret; answers are not stored.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text().primaryKey(),
    fingerprint: text().notNull(),
    /** The process that handles it. */
    maker: uuid().notNull(),
    isDone: boolean('is_done').notNull(),
    /** The end of the maker's lease while it runs; afterwards, the time until which it is remembered. */
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  table => [index('idempotency_keys_ends_at_idx').on(table.endsAt)],
);

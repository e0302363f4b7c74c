import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from './auth-schema.ts';
import { purchaseStatuses } from './purchase-statuses.ts';

/**
 * What visitors asked for and got, without any trace of who they are. The key is random and the time is a day, so that
 * neither says in which order or when exactly something was asked.
 */
export const narrationLog = pgTable(
  'narration_log',
  {
    id: uuid().primaryKey().defaultRandom(),
    day: date({ mode: 'string' }).notNull(),
    /** Where it was asked: `free` or `create_script`. */
    surface: text().notNull(),
    /** The column has the name of the field in which prompts arrive. */
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
  /** Only when the person left it, to be answered. */
  email: text(),
});

/** What came through the contact form, as it was written. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey().defaultRandom(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  fromName: text('from_name').notNull(),
  guestEmail: text('guest_email').notNull(),
  message: text().notNull(),
});

/**
 * How often something was done in a day. `visitor` is a hash that only the day's secret could repeat; secret and counts
 * are deleted when the day after theirs is over.
 */
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
 * The profile of everybody who has an account, as the specification names the table. Its `uid` is the `id` of better-auth's own
 * `user` (auth-schema.ts), which holds how a person signs in.
 */
export const users = pgTable('users', {
  uid: text()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** What was typed at the registration, or Google's name for the person. May be empty. */
  name: text().notNull(),
  authProvider: text('auth_provider', { enum: ['google', 'local'] }).notNull(),
  email: text().notNull(),
});

/** Who has the premium plan once the address is verified, beside those in PREMIUM_EMAILS. */
export const premiumMembers = pgTable('premium_members', {
  /** In lower case. */
  email: text().primaryKey(),
  /** Who put it there, such as `command line`. */
  source: text().notNull(),
  since: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Events of Stripe that were taken, so that each is taken once. Kept for longer than Stripe can send one again. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
  },
  table => [index('stripe_events_taken_at_idx').on(table.takenAt)],
);

/** What Stripe has said of each purchase. A column is null as long as nothing was said of it. */
export const stripePurchases = pgTable(
  'stripe_purchases',
  {
    /** The id of the subscription, of the payment, or of a checkout that cost nothing. */
    id: text().primaryKey(),
    /** Who bought, in lower case. Forgotten when the purchase is over. */
    email: text(),
    /** When it was first paid. */
    paidAt: timestamp('paid_at', { withTimezone: true }),
    status: text({ enum: purchaseStatuses }),
    /** When Stripe found it in this status. */
    statusAt: timestamp('status_at', { withTimezone: true }),
  },
  table => [index('stripe_purchases_email_idx').on(table.email)],
);

/**
 * How often something was tried lately. `key` is a hash of what was tried and by whom, which only this product's secret
 * can repeat.
 */
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
 * From where somebody signed in: a browser, by the secret in its cookie, or a network address. `key` is a hash of it and
 * the account's e-mail address, which only this product's secret can repeat.
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

/** Mails that are to be sent, and for a week that they were. What they said is forgotten at once. */
export const mails = pgTable('mails', {
  /** Its Message-ID, too, by which mailboxes know a mail that came twice. */
  id: uuid().primaryKey().defaultRandom(),
  /** Whose account it is about. Null for what visitors write to the operator. */
  uid: text().references(() => user.id, { onDelete: 'cascade' }),
  recipient: text().notNull(),
  /** Whom an answer goes to, when that is not whom the mail comes from. */
  replyToName: text('reply_to_name'),
  replyToAddress: text('reply_to_address'),
  subject: text().notNull(),
  body: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});

/** Bytes, as Node knows them: one driver gives a `Buffer`, the other a plain `Uint8Array`. */
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Voices that say a sentence: kept ones, and those that are being made at the moment. */
export const voiceSamples = pgTable('voice_samples', {
  /** A hash of who speaks, in which voice, what, and in which language. */
  key: text().primaryKey(),
  /** An mp3. Null while it is being made. */
  sound: bytea(),
  /** Of the sound, so that it need not be computed again for each answer. */
  soundHash: text('sound_hash'),
  sizeBytes: integer('size_bytes').notNull().default(0),
  /** Within a minute. */
  usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  /** Which of the processes makes it. Another one may once the lease, which the maker renews, has ended. */
  maker: uuid(),
  leaseEndsAt: timestamp('lease_ends_at', { withTimezone: true }),
  /** Until then somebody waits for it at a process that does not make it. */
  wantedUntil: timestamp('wanted_until', { withTimezone: true }),
});

/** An amount that grows beyond what an integer holds; exact in JavaScript up to nine million dollars in billionths. */
const amount = (name?: string) => (name ? bigint(name, { mode: 'number' }) : bigint({ mode: 'number' }));

/**
 * What providers did for an account in a month, and what it cost. Amounts are added up where they stand, so that all
 * processes together count right.
 */
export const providerCosts = pgTable(
  'provider_costs',
  {
    uid: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The first day of the month (UTC). */
    month: date({ mode: 'string' }).notNull(),
    step: text({ enum: ['vision', 'script', 'speech'] }).notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    calls: integer().notNull(),
    /** Calls whose price is not known, so that the cost is that of the others. */
    unpricedCalls: integer('unpriced_calls').notNull(),
    textTokensIn: amount('text_tokens_in').notNull(),
    textTokensOut: amount('text_tokens_out').notNull(),
    soundTokensIn: amount('sound_tokens_in').notNull(),
    soundTokensOut: amount('sound_tokens_out').notNull(),
    characters: amount().notNull(),
    soundMilliseconds: amount('sound_milliseconds').notNull(),
    /** In billionths of a dollar. */
    nanodollars: amount().notNull(),
    /** The latest work that had a call here, by a random number, and what it cost here so far. */
    latestWork: uuid('latest_work').notNull(),
    latestAt: timestamp('latest_at', { withTimezone: true }).notNull(),
    latestNanodollars: amount('latest_nanodollars').notNull(),
    latestCalls: integer('latest_calls').notNull(),
    latestUnpricedCalls: integer('latest_unpriced_calls').notNull(),
  },
  table => [primaryKey({ columns: [table.uid, table.month, table.step, table.provider, table.model] })],
);

/** How fast voices speak: no text, and nobody's. */
export const speechRates = pgTable(
  'speech_rates',
  {
    voice: text().notNull(),
    language: text().notNull(),
    /** A hash of the engine's identity, which may hold an address. One that speaks otherwise from a day on has another. */
    engine: text().notNull(),
    /** Of the latest that were heard, each how long it took as a factor of what is usual. */
    factors: doublePrecision().array().notNull().default([]),
    /** The day (UTC) on which something was learned last. */
    heardOn: date('heard_on', { mode: 'string' }).notNull(),
  },
  table => [primaryKey({ columns: [table.voice, table.language, table.engine] })],
);

/**
 * Which calls were done lately under an `Idempotency-Key`, so that they are not done twice. Key and content are hashes that
 * only this product's secret can repeat; what was answered is not here.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Of the key, the call, and the account or network address whose key it is. */
    key: text().primaryKey(),
    /** Of what was asked for. */
    fingerprint: text().notNull(),
    /** Who does it, or did. */
    maker: uuid().notNull(),
    isDone: boolean('is_done').notNull(),
    /** While it is done the end of the maker's lease, which the maker renews; then until when it is remembered. */
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  table => [index('idempotency_keys_ends_at_idx').on(table.endsAt)],
);

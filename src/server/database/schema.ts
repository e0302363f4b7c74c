import {
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
import { user } from './auth-schema.ts';

/**
 * What visitors asked for and got, without any trace of who they are. The key is random and the time is a day, so that
 * neither says in which order or when exactly something was asked.
 */
export const narrationLog = pgTable('narration_log', {
  id: uuid().primaryKey().defaultRandom(),
  day: date({ mode: 'string' }).notNull(),
  /** Where it was asked: `free` or `create_script`. */
  surface: text().notNull(),
  prompt: text().notNull(),
  script: text().notNull(),
  language: text().notNull(),
});

export const feedback = pgTable('feedback', {
  id: uuid().primaryKey().defaultRandom(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  rating: smallint(),
  message: text().notNull(),
  /** Only when the person left it, to be answered. */
  email: text(),
});

/**
 * How often something was done today. `visitor` is a hash that only the day's secret could repeat; secret and counts
 * are deleted when their day is over.
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

/** The profile of everybody who has an account. */
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

/** Mails that are to be sent, and for a week that they were. What they said is forgotten at once. */
export const mails = pgTable('mails', {
  /** Its Message-ID, too, by which mailboxes know a mail that came twice. */
  id: uuid().primaryKey().defaultRandom(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});

import { date, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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

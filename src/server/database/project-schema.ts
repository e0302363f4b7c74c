import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { tokenScopes } from '#shared/api/tokens.ts';
import { user } from './auth-schema.ts';
import { amount, bytea } from './schema.ts';

/**
 * Projects of accounts. The id is the document's own, made by a client: unique within an account only. The document is the narration
 * document (`src/shared/narration/project-schema.ts`); what lists show and search is beside it.
 */
export const projects = pgTable(
  'projects',
  {
    uid: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    /** Packed: see `packed-json.ts`. */
    document: bytea().notNull(),
    /** Counted by this server: grows with each change. */
    revision: integer().notNull(),
    /** Of its revisions: another one where it was deleted and made anew, or restored from a backup. */
    epoch: uuid().notNull().defaultRandom(),
    title: text().notNull(),
    folder: text().notNull().default(''),
    /** Of the video; null without one. */
    fingerprint: text(),
    durationMs: integer('duration_ms'),
    languages: text().array().notNull().default([]),
    /** Texts of the lines and the prompt, for searching. */
    searched: text().notNull().default(''),
    /** A JPEG of at most 20 kB. */
    thumbnail: bytea(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Since when it is in the trash. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  table => [
    primaryKey({ columns: [table.uid, table.id] }),
    index('projects_uid_updated_at_idx').on(table.uid, table.updatedAt),
    index('projects_deleted_at_idx').on(table.deletedAt),
  ],
);

/** Earlier states of projects. */
export const projectVersions = pgTable(
  'project_versions',
  {
    uid: text().notNull(),
    projectId: text('project_id').notNull(),
    revision: integer().notNull(),
    document: bytea().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.uid, table.projectId, table.revision] }),
    foreignKey({
      name: 'project_versions_project_fk',
      columns: [table.uid, table.projectId],
      foreignColumns: [projects.uid, projects.id],
    }).onDelete('cascade'),
  ],
);

/** Links that show a project to people without an account. `key` is a hash of the link's secret, keyed with this product's secret. */
export const shares = pgTable(
  'shares',
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text().notNull().unique(),
    uid: text().notNull(),
    projectId: text('project_id').notNull(),
    narrationId: text('narration_id').notNull(),
    /** For the owner, such as who got it. */
    name: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** Whether its reviewers and those of others like it see each other's comments. */
    showsOthers: boolean('shows_others').notNull().default(false),
  },
  table => [
    index('shares_project_idx').on(table.uid, table.projectId),
    index('shares_ends_at_idx').on(table.endsAt),
    foreignKey({
      name: 'shares_project_fk',
      columns: [table.uid, table.projectId],
      foreignColumns: [projects.uid, projects.id],
    }).onDelete('cascade'),
  ],
);

/** Small pictures of a shared video, which its owner chose to show: one a line. */
export const sharePictures = pgTable(
  'share_pictures',
  {
    shareId: uuid('share_id')
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    lineId: text('line_id').notNull(),
    picture: bytea().notNull(),
  },
  table => [primaryKey({ columns: [table.shareId, table.lineId] })],
);

/** What reviewers wrote about lines of a shared project. They stay when the link ends. */
export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey().defaultRandom(),
    uid: text().notNull(),
    projectId: text('project_id').notNull(),
    narrationId: text('narration_id').notNull(),
    /** Null for one on the whole. */
    lineId: text('line_id'),
    /** The only link that shows it, also when it is gone; null for all that show each other's, and before links were told apart. */
    shareId: uuid('share_id'),
    /** The name of the reviewer's link; null for the owner, and before it was kept. */
    via: text(),
    isOwner: boolean('is_owner').notNull().default(false),
    /** The name that the reviewer gave, or the owner's. */
    author: text().notNull(),
    message: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
  },
  table => [
    index('comments_project_idx').on(table.uid, table.projectId),
    foreignKey({
      name: 'comments_project_fk',
      columns: [table.uid, table.projectId],
      foreignColumns: [projects.uid, projects.id],
    }).onDelete('cascade'),
  ],
);

/** Tokens of accounts for other programs. `key` is a hash of the token. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    uid: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: text().notNull().unique(),
    name: text().notNull(),
    scopes: text({ enum: tokenScopes }).array().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Accurate to a minute. */
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Calls and cost since it was made. */
    calls: integer().notNull().default(0),
    nanodollars: amount().notNull().default(0),
  },
  table => [index('api_tokens_uid_idx').on(table.uid)],
);

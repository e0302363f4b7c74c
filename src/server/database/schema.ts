import { relations } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  foreignKey,
  index,
  integer,
  pgSchema,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { tokenScopes } from '#shared/api/tokens.ts';
import { languageNames } from '#shared/languages.ts';

/** Stripe's subscription statuses in order. From `incomplete_expired` on they are final. */
export const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'paused',
  'unpaid',
  'incomplete_expired',
  'canceled',
] as const;

/** Statuses of a purchase, in order. The last two are ours, for a refunded single payment. */
export const purchaseStatuses = [...subscriptionStatuses, 'refunded', 'charged_back'] as const;

export type PurchaseStatus = (typeof purchaseStatuses)[number];

/**
 * The tables of better-auth, which fixes their names and properties. In a schema of their own, because nothing else may depend on how it
 * stores sessions and passwords.
 */
export const auth = pgSchema('auth');

const timestampOf = (name: string) => timestamp(name, { withTimezone: true });

/** The accounts. What the specification wants to be read about them is in {@link profiles}. */
export const accounts = auth.table('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  createdAt: timestampOf('created_at').notNull().defaultNow(),
  updatedAt: timestampOf('updated_at').notNull().defaultNow(),
});

/** Of a row that is deleted with its account. */
const accountUid = (name = 'uid') =>
  text(name)
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const session = auth.table(
  'session',
  {
    id: text().primaryKey(),
    expiresAt: timestampOf('expires_at').notNull(),
    token: text().notNull().unique(),
    createdAt: timestampOf('created_at').notNull().defaultNow(),
    updatedAt: timestampOf('updated_at').notNull().defaultNow(),
    /** Always empty, as nothing needs it. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: accountUid('user_id'),
  },
  table => [
    index('session_user_id_idx').on(table.userId),
    index('session_expires_at_idx').on(table.expiresAt),
  ],
);

/** Ways to sign in: `credential` with a password, `google` and `oidc` without. */
export const signInMethods = auth.table(
  'account',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: accountUid('user_id'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestampOf('access_token_expires_at'),
    refreshTokenExpiresAt: timestampOf('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: timestampOf('created_at').notNull().defaultNow(),
    updatedAt: timestampOf('updated_at').notNull().defaultNow(),
  },
  table => [
    index('account_user_id_idx').on(table.userId),
    unique('account_provider_id_account_id_unique').on(table.providerId, table.accountId),
  ],
);

/** Mailed links, invitations and pending sign-ins at a provider, by the hash of their secret. */
export const verification = auth.table(
  'verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestampOf('expires_at').notNull(),
    createdAt: timestampOf('created_at').notNull().defaultNow(),
    updatedAt: timestampOf('updated_at').notNull().defaultNow(),
  },
  table => [index('verification_identifier_idx').on(table.identifier)],
);

/** Key pairs for the tokens sent to another server; private keys are encrypted. */
export const jwks = auth.table('jwks', {
  id: text().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: timestampOf('created_at').notNull(),
  expiresAt: timestampOf('expires_at'),
  alg: text(),
  crv: text(),
});

/** Let better-auth read a session with its account, and an account with its ways to sign in, in one query. */
export const userRelations = relations(accounts, ({ many }) => ({
  sessions: many(session),
  accounts: many(signInMethods),
}));

export const sessionRelations = relations(session, ({ one }) => ({
  user: one(accounts, { fields: [session.userId], references: [accounts.id] }),
}));

export const accountRelations = relations(signInMethods, ({ one }) => ({
  user: one(accounts, { fields: [signInMethods.userId], references: [accounts.id] }),
}));

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
  createdAt: timestampOf('created_at').notNull().defaultNow(),
  rating: smallint(),
  message: text().notNull(),
  /** Set only if the person asked for an answer. */
  email: text(),
});

export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey().defaultRandom(),
  createdAt: timestampOf('created_at').notNull().defaultNow(),
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

/** What `GET /api/profile` answers of an account; the specification names the table. `uid` is the id of {@link accounts}. */
export const profiles = pgTable('users', {
  uid: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** From the registration or Google. May be empty. */
  name: text().notNull(),
  authProvider: text('auth_provider', { enum: ['google', 'oidc', 'local'] }).notNull(),
  email: text().notNull(),
});

/** Verified addresses with the premium plan, in addition to PREMIUM_EMAILS. */
export const premiumMembers = pgTable('premium_members', {
  /** In lower case. */
  email: text().primaryKey(),
  /** How it was added, such as `command line`. */
  source: text().notNull(),
  since: timestampOf('since').notNull().defaultNow(),
});

/** Processed Stripe events, so that each is processed once. Kept for longer than Stripe resends them. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    takenAt: timestampOf('taken_at').notNull().defaultNow(),
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
    paidAt: timestampOf('paid_at'),
    status: text({ enum: purchaseStatuses }),
    statusAt: timestampOf('status_at'),
  },
  table => [index('stripe_purchases_email_idx').on(table.email)],
);

/** Recent attempts, for rate limits. `key` is a hash of action and client, keyed with this product's secret. */
export const recentTries = pgTable(
  'recent_tries',
  {
    key: text().primaryKey(),
    tries: integer().notNull(),
    endsAt: timestampOf('ends_at').notNull(),
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
    uid: accountUid(),
    kind: text({ enum: ['browser', 'address'] }).notNull(),
    since: timestampOf('since').notNull().defaultNow(),
    endsAt: timestampOf('ends_at').notNull(),
  },
  table => [index('known_places_uid_idx').on(table.uid), index('known_places_ends_at_idx').on(table.endsAt)],
);

export const pronunciations = pgTable(
  'pronunciations',
  {
    uid: accountUid(),
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
  /** Null for messages to the operator. */
  uid: text().references(() => accounts.id, { onDelete: 'cascade' }),
  recipient: text().notNull(),
  replyToName: text('reply_to_name'),
  replyToAddress: text('reply_to_address'),
  subject: text().notNull(),
  body: text().notNull(),
  createdAt: timestampOf('created_at').notNull().defaultNow(),
  sentAt: timestampOf('sent_at'),
});

/** One driver returns a `Buffer`, the other a plain `Uint8Array`. */
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const voiceSamples = pgTable('voice_samples', {
  /** A hash of engine, voice, text and language. */
  key: text().primaryKey(),
  /** An mp3. */
  sound: bytea().notNull(),
  /** A hash of the sound, stored so that answers need not compute it. */
  soundHash: text('sound_hash').notNull(),
  sizeBytes: integer('size_bytes').notNull().default(0),
  /** Accurate to a minute. */
  usedAt: timestampOf('used_at').notNull().defaultNow(),
});

/** An amount beyond the integer range; exact in JavaScript up to nine million dollars in billionths. */
export const amount = (name?: string) =>
  name ? bigint(name, { mode: 'number' }) : bigint({ mode: 'number' });

/** Provider usage and cost by account and month. Incremented in the database, so that processes do not overwrite each other. */
export const providerCosts = pgTable(
  'provider_costs',
  {
    uid: accountUid(),
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
    latestAt: timestampOf('latest_at').notNull(),
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
    endsAt: timestampOf('ends_at').notNull(),
  },
  table => [index('idempotency_keys_ends_at_idx').on(table.endsAt)],
);

/**
 * Projects of accounts. The id is the document's own, made by a client: unique within an account only. The document is the narration
 * document (`src/shared/narration/project-schema.ts`); what lists show and search is beside it.
 */
export const projects = pgTable(
  'projects',
  {
    uid: accountUid(),
    id: text().notNull(),
    document: bytea().notNull(),
    /** Counted by this server: grows with each change. */
    revision: integer().notNull(),
    /** Of its revisions: another one where it was deleted and made anew, or restored from a backup. */
    epoch: uuid().notNull().defaultRandom(),
    title: text().notNull(),
    folder: text().notNull().default(''),
    fingerprint: text(),
    durationMs: integer('duration_ms'),
    languages: text().array().notNull().default([]),
    searched: text().notNull().default(''),
    /** A JPEG of at most 20 kB. */
    thumbnail: bytea(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: timestampOf('created_at').notNull().defaultNow(),
    updatedAt: timestampOf('updated_at').notNull().defaultNow(),
    /** Set while it is in the trash. */
    deletedAt: timestampOf('deleted_at'),
  },
  table => [
    primaryKey({ columns: [table.uid, table.id] }),
    index('projects_uid_updated_at_idx').on(table.uid, table.updatedAt),
    index('projects_deleted_at_idx').on(table.deletedAt),
  ],
);

/** Of a row that is deleted with its project. */
const ofProject = (name: string, uid: AnyPgColumn, projectId: AnyPgColumn) =>
  foreignKey({ name, columns: [uid, projectId], foreignColumns: [projects.uid, projects.id] }).onDelete(
    'cascade',
  );

export const projectVersions = pgTable(
  'project_versions',
  {
    uid: text().notNull(),
    projectId: text('project_id').notNull(),
    revision: integer().notNull(),
    document: bytea().notNull(),
    savedAt: timestampOf('saved_at').notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.uid, table.projectId, table.revision] }),
    ofProject('project_versions_project_fk', table.uid, table.projectId),
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
    /** For the owner only, such as who got the link. */
    name: text().notNull(),
    createdAt: timestampOf('created_at').notNull().defaultNow(),
    endsAt: timestampOf('ends_at').notNull(),
    /** Whether its reviewers and those of others like it see each other's comments. */
    showsOthers: boolean('shows_others').notNull().default(false),
  },
  table => [
    index('shares_project_idx').on(table.uid, table.projectId),
    index('shares_ends_at_idx').on(table.endsAt),
    ofProject('shares_project_fk', table.uid, table.projectId),
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
    /** Null for a comment on the whole. */
    lineId: text('line_id'),
    /** The only link that shows it, also when it is gone; null for all that show each other's, and before links were told apart. */
    shareId: uuid('share_id'),
    /** The name of the reviewer's link; null for the owner, and before it was kept. */
    via: text(),
    isOwner: boolean('is_owner').notNull().default(false),
    author: text().notNull(),
    message: text().notNull(),
    createdAt: timestampOf('created_at').notNull().defaultNow(),
    resolvedAt: timestampOf('resolved_at'),
  },
  table => [
    index('comments_project_idx').on(table.uid, table.projectId),
    ofProject('comments_project_fk', table.uid, table.projectId),
  ],
);

/** Tokens of accounts for other programs. `key` is a hash of the token. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    uid: accountUid(),
    key: text().notNull().unique(),
    name: text().notNull(),
    scopes: text({ enum: tokenScopes }).array().notNull(),
    createdAt: timestampOf('created_at').notNull().defaultNow(),
    /** Accurate to a minute. */
    usedAt: timestampOf('used_at'),
    calls: integer().notNull().default(0),
    nanodollars: amount().notNull().default(0),
  },
  table => [index('api_tokens_uid_idx').on(table.uid)],
);

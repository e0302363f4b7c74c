import { relations } from 'drizzle-orm';
import { boolean, index, pgSchema, text, timestamp, unique } from 'drizzle-orm/pg-core';

/**
 * The tables of better-auth, which uses these property names. In a schema of their own, because nothing else
 * may depend on how it stores sessions and passwords.
 */
export const auth = pgSchema('auth');

const timestampOf = (name: string) => timestamp(name, { withTimezone: true });

/** Accounts as better-auth stores them. The product's own data about the same person is in `users` in schema.ts. */
export const user = auth.table('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  createdAt: timestampOf('created_at').notNull().defaultNow(),
  updatedAt: timestampOf('updated_at').notNull().defaultNow(),
});

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
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  table => [
    index('session_user_id_idx').on(table.userId),
    index('session_expires_at_idx').on(table.expiresAt),
  ],
);

/** Ways to sign in: `credential` with a password, `google` without. */
export const account = auth.table(
  'account',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Google's tokens are never stored: they are read once, at sign-in. */
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

/** Mailed links and pending Google sign-ins, by the hash of their secret. */
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
export const userRelations = relations(user, ({ many }) => ({
  sessions: many(session),
  accounts: many(account),
}));

export const sessionRelations = relations(session, ({ one }) => ({
  user: one(user, { fields: [session.userId], references: [user.id] }),
}));

export const accountRelations = relations(account, ({ one }) => ({
  user: one(user, { fields: [account.userId], references: [user.id] }),
}));

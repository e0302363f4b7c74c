import { relations } from 'drizzle-orm';
import { boolean, index, pgSchema, text, timestamp, unique } from 'drizzle-orm/pg-core';

/**
 * The tables of better-auth, which reads and writes them by the names of these properties. They stand in a schema of
 * their own, because nothing else shall depend on how it keeps sessions and passwords.
 */
export const auth = pgSchema('auth');

const timestampOf = (name: string) => timestamp(name, { withTimezone: true });

/** Who can sign in, as better-auth knows them: one row an account. What the product keeps of the same person is `users` in schema.ts. */
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
    /** Always empty: nobody looks at them, so nobody keeps them. */
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

/** How somebody signs in: `credential` with a password, `google` without. */
export const account = auth.table(
  'account',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Google's tokens are never kept: they are read once, at the sign-in. */
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

/** Links that were sent and sign-ins with Google that are under way, by the hash of their secret. */
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

/** Key pairs that sign what another server is told of sign-ins; the private halves are encrypted. */
export const jwks = auth.table('jwks', {
  id: text().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: timestampOf('created_at').notNull(),
  expiresAt: timestampOf('expires_at'),
  alg: text(),
  crv: text(),
});

/** By these better-auth reads a session together with its person, and a person with their ways to sign in, in one query. */
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

import type { BetterAuthOptions } from 'better-auth';
import { eq } from 'drizzle-orm';
import { cleanName } from '#shared/person-name.ts';
import { user } from '../database/auth-schema.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { users } from '../database/schema.ts';

/**
 * Filters better-auth's rows before they are written: drops fields that this product does not need, and creates the
 * profile record with the first way to sign in, in the same transaction.
 */
export function createDatabaseHooks(queries: Queries): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        before: async data => ({ data: { ...data, name: cleanName(makeStorable(data.name)), image: null } }),
      },
    },
    account: {
      create: {
        before: async data => {
          await makeProfile(queries, data.userId, data.providerId === 'credential' ? 'local' : 'google');
          return { data: { ...data, ...withoutTokens } };
        },
      },
    },
  };
}

const withoutTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/** Keeps the existing record if a second way to sign in is added. */
async function makeProfile(queries: Queries, uid: string, authProvider: 'google' | 'local'): Promise<void> {
  const [person] = await queries
    .select({ name: user.name, email: user.email })
    .from(user)
    .where(eq(user.id, uid));
  if (!person) return;
  await queries
    .insert(users)
    .values({ uid, authProvider, ...person })
    .onConflictDoNothing();
}

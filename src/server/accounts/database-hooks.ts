import type { BetterAuthOptions } from 'better-auth';
import { eq } from 'drizzle-orm';
import { cleanName } from '#shared/person-name.ts';
import { user } from '../database/auth-schema.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { users } from '../database/schema.ts';

/**
 * What happens to better-auth's rows before they are written: whatever this product does not need is left out, and with
 * the first way to sign in comes the profile record, in the same transaction.
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

/** A second way to sign in finds the record made and leaves it as it is. */
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

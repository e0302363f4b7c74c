import { and, eq, isNotNull } from 'drizzle-orm';
import { account } from '../database/auth-schema.ts';
import type { Queries } from '../database/queries.ts';

/** Whether an account can be signed in to with a password, and not with Google only. */
export async function hasPassword(queries: Queries, uid: string): Promise<boolean> {
  const found = await queries
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.userId, uid), isNotNull(account.password)));
  return found.length > 0;
}

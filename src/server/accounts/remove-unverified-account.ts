import { and, eq, notExists } from 'drizzle-orm';
import { account, user } from '../database/auth-schema.ts';
import { type DeletionParts, deleteAccount } from './delete-account.ts';

/** Whom Google knows somebody as. */
interface Proof {
  readonly email: string;
  readonly sub: string;
}

/**
 * Deletes the account of an address that nobody has confirmed, once Google has: whoever registered it may not be whose
 * address it is, so nothing of it may become part of the owner's account. Whom Google signs in elsewhere keeps that account,
 * and nothing is deleted.
 */
export async function removeUnverifiedAccount(parts: DeletionParts, { email, sub }: Proof): Promise<void> {
  const { queries } = parts;
  const isKnown = queries
    .select()
    .from(account)
    .where(and(eq(account.providerId, 'google'), eq(account.accountId, sub)));
  const [found] = await queries
    .select({ uid: user.id })
    .from(user)
    .where(and(eq(user.email, email.toLowerCase()), eq(user.emailVerified, false), notExists(isKnown)));
  if (found) await deleteAccount(parts, found.uid);
}

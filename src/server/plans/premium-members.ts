import { eq, sql } from 'drizzle-orm';
import { user } from '../database/auth-schema.ts';
import type { Queries } from '../database/open-database.ts';
import { premiumMembers } from '../database/schema.ts';

export interface PremiumMember {
  readonly email: string;
  readonly source: string;
  readonly since: Date;
  /** `none`: nobody has registered with the address yet. */
  readonly account: 'verified' | 'unverified' | 'none';
}

/** @returns false when the address was a member before */
export async function addPremiumMember(queries: Queries, email: string, source: string): Promise<boolean> {
  const added = await queries
    .insert(premiumMembers)
    .values({ email: email.toLowerCase(), source })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}

/** @returns false when the address was no member */
export async function removePremiumMember(queries: Queries, email: string): Promise<boolean> {
  const removed = await queries
    .delete(premiumMembers)
    .where(eq(premiumMembers.email, email.toLowerCase()))
    .returning();
  return removed.length > 0;
}

/** All members in the order in which they came. */
export async function listPremiumMembers(queries: Queries): Promise<PremiumMember[]> {
  const rows = await queries
    .select({
      email: premiumMembers.email,
      source: premiumMembers.source,
      since: premiumMembers.since,
      isVerified: sql<boolean | null>`${user.emailVerified}`,
    })
    .from(premiumMembers)
    .leftJoin(user, eq(user.email, premiumMembers.email))
    .orderBy(premiumMembers.since);
  return rows.map(({ isVerified, ...member }) => ({
    ...member,
    account: isVerified === null ? 'none' : isVerified ? 'verified' : 'unverified',
  }));
}

import { and, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { user } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { premiumMembers, stripePurchases } from '../database/schema.ts';
import { isLivePurchase } from './stripe/purchases.ts';

export interface PremiumMember {
  readonly email: string;
  /** How it was added: `command line` or `stripe`. */
  readonly source: string;
  readonly since: Date;
  /** `none`: no account has the address yet. */
  readonly account: 'verified' | 'unverified' | 'none';
}

/** @returns false if it already was a member */
export async function addPremiumMember(queries: Queries, email: string, source: string): Promise<boolean> {
  const added = await queries
    .insert(premiumMembers)
    .values({ email: email.toLowerCase(), source })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}

/** @returns false if it was no member */
export async function removePremiumMember(queries: Queries, email: string): Promise<boolean> {
  const removed = await queries
    .delete(premiumMembers)
    .where(eq(premiumMembers.email, email.toLowerCase()))
    .returning();
  return removed.length > 0;
}

/** Whether the address has a running purchase at Stripe. */
export async function hasBoughtPlan(queries: Queries, email: string): Promise<boolean> {
  const found = await queries
    .select({ id: stripePurchases.id })
    .from(stripePurchases)
    .where(and(eq(stripePurchases.email, email.toLowerCase()), isLivePurchase))
    .limit(1);
  return found.length > 0;
}

/** All members, oldest first; an address that was added in two ways is listed twice. */
export async function listPremiumMembers(queries: Queries): Promise<PremiumMember[]> {
  const named = queries
    .select({
      email: sql<string>`${premiumMembers.email}`.as('email'),
      source: sql<string>`${premiumMembers.source}`.as('source'),
      since: sql<Date>`${premiumMembers.since}`.mapWith(premiumMembers.since).as('since'),
      isVerified: sql<boolean | null>`${user.emailVerified}`.as('is_verified'),
    })
    .from(premiumMembers)
    .leftJoin(user, eq(user.email, premiumMembers.email));
  const bought = queries
    .select({
      email: sql<string>`${stripePurchases.email}`.as('email'),
      source: sql<string>`'stripe'`.as('source'),
      since: sql<Date>`${stripePurchases.paidAt}`.mapWith(stripePurchases.paidAt).as('since'),
      isVerified: sql<boolean | null>`${user.emailVerified}`.as('is_verified'),
    })
    .from(stripePurchases)
    .leftJoin(user, eq(user.email, stripePurchases.email))
    .where(isLivePurchase);
  const rows = await unionAll(named, bought).orderBy(sql`since`);
  return rows.map(({ isVerified, ...member }) => ({
    ...member,
    account: isVerified === null ? 'none' : isVerified ? 'verified' : 'unverified',
  }));
}

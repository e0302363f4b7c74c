import { and, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Plan } from '#shared/plans.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import { accounts, premiumMembers, stripePurchases } from '../database/schema.ts';
import { isLivePurchase } from './stripe-purchases.ts';

type PlanConfig = Pick<Config, 'premiumEmails' | 'standardNarrationsPerDay' | 'premiumNarrationsPerDay'>;

/** The plan of each account. Requires a verified address: else anybody could register a listed one and get its plan. */
export class Plans {
  readonly #queries: Queries;
  readonly #config: PlanConfig;

  constructor(queries: Queries, config: PlanConfig) {
    this.#queries = queries;
    this.#config = config;
  }

  async findStatus({ email, emailVerified }: { email: string; emailVerified: boolean }) {
    const isMember = await this.#isMember(email.toLowerCase());
    const plan: Plan = isMember && emailVerified ? 'premium' : 'standard';
    return { plan, needsVerificationForPremium: isMember && !emailVerified };
  }

  getNarrationsPerDay(plan: Plan): number {
    const { premiumNarrationsPerDay, standardNarrationsPerDay } = this.#config;
    return plan === 'premium' ? premiumNarrationsPerDay : standardNarrationsPerDay;
  }

  /** Whether an address is in PREMIUM_EMAILS, added by the command line, or has bought the plan. At most one query. */
  async #isMember(email: string): Promise<boolean> {
    if (this.#config.premiumEmails.includes(email)) return true;
    const named = this.#queries
      .select({ reason: premiumMembers.source })
      .from(premiumMembers)
      .where(eq(premiumMembers.email, email));
    const bought = this.#queries
      .select({ reason: stripePurchases.id })
      .from(stripePurchases)
      .where(and(eq(stripePurchases.email, email), isLivePurchase));
    const found = await unionAll(named, bought).limit(1);
    return found.length > 0;
  }
}

interface PremiumMember {
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
      isVerified: sql<boolean | null>`${accounts.emailVerified}`.as('is_verified'),
    })
    .from(premiumMembers)
    .leftJoin(accounts, eq(accounts.email, premiumMembers.email));
  const bought = queries
    .select({
      email: sql<string>`${stripePurchases.email}`.as('email'),
      source: sql<string>`'stripe'`.as('source'),
      since: sql<Date>`${stripePurchases.paidAt}`.mapWith(stripePurchases.paidAt).as('since'),
      isVerified: sql<boolean | null>`${accounts.emailVerified}`.as('is_verified'),
    })
    .from(stripePurchases)
    .leftJoin(accounts, eq(accounts.email, stripePurchases.email))
    .where(isLivePurchase);
  const rows = await unionAll(named, bought).orderBy(sql`since`);
  return rows.map(({ isVerified, ...member }) => ({
    ...member,
    account: isVerified === null ? 'none' : isVerified ? 'verified' : 'unverified',
  }));
}

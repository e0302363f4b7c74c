import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Plan } from '#shared/plans.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import {
  accounts,
  type PurchaseStatus,
  premiumMembers,
  purchaseStatuses,
  stripeEvents,
  stripePurchases,
} from '../database/schema.ts';

/** Stripe retries an event for three days, and for thirty on request. */
export const keepEventsDays = 90;

/** Statuses with the premium plan. While a payment is `past_due`, Stripe still tries to collect it. */
const liveStatuses = ['trialing', 'active', 'past_due'] as const satisfies readonly PurchaseStatus[];

/** Paid and not ended. */
const isLivePurchase = and(
  isNotNull(stripePurchases.email),
  isNotNull(stripePurchases.paidAt),
  or(isNull(stripePurchases.status), inArray(stripePurchases.status, [...liveStatuses])),
);

/** Merges an event into its purchase in one transaction. @returns false if the event was processed before */
export function applyPurchaseUpdate(
  queries: Queries,
  { eventId, purchaseId, facts }: PurchaseUpdate,
): Promise<boolean> {
  return queries.transaction(async () => {
    // The same event in parallel waits here until the first is committed or rolled back.
    const taken = await queries
      .insert(stripeEvents)
      .values({ id: eventId })
      .onConflictDoNothing()
      .returning();
    if (taken.length === 0) return false;
    const isThisPurchase = eq(stripePurchases.id, purchaseId);
    await queries.insert(stripePurchases).values({ id: purchaseId }).onConflictDoNothing();
    const [known] = await queries.select().from(stripePurchases).where(isThisPurchase).for('update');
    if (known) await queries.update(stripePurchases).set(mergeFacts(known, facts)).where(isThisPurchase);
    const oldest = sql`now() - make_interval(days => ${keepEventsDays})`;
    await queries.delete(stripeEvents).where(lt(stripeEvents.takenAt, oldest));
    return true;
  });
}

const finalStatuses = new Set<PurchaseStatus>(
  purchaseStatuses.slice(purchaseStatuses.indexOf('incomplete_expired')),
);

/** What is known of a purchase; null is unknown. */
export interface PurchaseFacts {
  /** In lower case. */
  readonly email: string | null;
  readonly paidAt: Date | null;
  readonly status: PurchaseStatus | null;
  /** Time of this status at Stripe, in whole seconds. */
  readonly statusAt: Date | null;
}

export const nothingKnown: PurchaseFacts = { email: null, paidAt: null, status: null, statusAt: null };

export interface PurchaseUpdate {
  readonly eventId: string;
  readonly purchaseId: string;
  readonly facts: PurchaseFacts;
}

/** Combines facts. Associative, commutative and idempotent, so that late, repeated and reordered events are harmless. */
export function mergeFacts(first: PurchaseFacts, second: PurchaseFacts): PurchaseFacts {
  const { status, statusAt } = isLaterStatus(second, first) ? second : first;
  return {
    // Removes the address of a finished purchase, also if a late event contains it.
    email: status && finalStatuses.has(status) ? null : chooseLesser(first.email, second.email),
    paidAt: chooseLesser(first.paidAt, second.paidAt),
    status,
    statusAt,
  };
}

/** A final status always wins. Otherwise the newer one; within one second, Stripe's resolution, the one later in the life of a purchase. */
function isLaterStatus(one: PurchaseFacts, other: PurchaseFacts): boolean {
  const [order, otherOrder] = [one, other].map(rankStatus) as [number[], number[]];
  const at = order.findIndex((value, index) => value !== otherOrder[index]);
  return at >= 0 && (order[at] ?? 0) > (otherOrder[at] ?? 0);
}

function rankStatus({ status, statusAt }: PurchaseFacts): number[] {
  if (!status) return [-1];
  return [finalStatuses.has(status) ? 1 : 0, statusAt?.getTime() ?? 0, purchaseStatuses.indexOf(status)];
}

/** The earlier time. A checkout has one address; for two, any rule that does not depend on order will do. */
function chooseLesser<Value extends string | Date>(first: Value | null, second: Value | null): Value | null {
  if (first === null || second === null) return first ?? second;
  return first < second ? first : second;
}

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
  const isBought = and(eq(stripePurchases.email, email.toLowerCase()), isLivePurchase);
  return (await queries.$count(stripePurchases, isBought)) > 0;
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

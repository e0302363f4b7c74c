import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { type PurchaseStatus, purchaseStatuses, stripeEvents, stripePurchases } from '../database/schema.ts';

/** Stripe retries an event for three days, and for thirty on request. */
export const keepEventsDays = 90;

/** Statuses with the premium plan. While a payment is `past_due`, Stripe still tries to collect it. */
const liveStatuses = ['trialing', 'active', 'past_due'] as const satisfies readonly PurchaseStatus[];

/** Paid and not ended. */
export const isLivePurchase = and(
  isNotNull(stripePurchases.email),
  isNotNull(stripePurchases.paidAt),
  or(isNull(stripePurchases.status), inArray(stripePurchases.status, [...liveStatuses])),
);

/**
 * Merges an event into its purchase in one transaction.
 * @returns false if the event was processed before
 */
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
    await forgetOldEvents(queries);
    return true;
  });
}

async function forgetOldEvents(queries: Queries): Promise<void> {
  const oldest = sql`now() - make_interval(days => ${keepEventsDays})`;
  await queries.delete(stripeEvents).where(lt(stripeEvents.takenAt, oldest));
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

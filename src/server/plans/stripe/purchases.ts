import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { stripeEvents, stripePurchases } from '../../database/schema.ts';
import { liveStatuses, mergeFacts } from './purchase-facts.ts';
import type { PurchaseUpdate } from './read-stripe-event.ts';

/** Stripe retries an event for three days, and for thirty on request. */
export const keepEventsDays = 90;

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

/** Runs with each event, as they are rare. */
async function forgetOldEvents(queries: Queries): Promise<void> {
  const oldest = sql`now() - make_interval(days => ${keepEventsDays})`;
  await queries.delete(stripeEvents).where(lt(stripeEvents.takenAt, oldest));
}

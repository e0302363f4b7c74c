import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { stripeEvents, stripePurchases } from '../../database/schema.ts';
import { liveStatuses, mergeFacts } from './purchase-facts.ts';
import type { PurchaseUpdate } from './read-stripe-event.ts';

/** Stripe sends an event again for three days by itself, and for thirty when somebody asks it to. */
export const keepEventsDays = 90;

/** Whether somebody has what they bought: it was paid, and nothing is known that ends it. */
export const isLivePurchase = and(
  isNotNull(stripePurchases.email),
  isNotNull(stripePurchases.paidAt),
  or(isNull(stripePurchases.status), inArray(stripePurchases.status, [...liveStatuses])),
);

/**
 * Adds what an event says to what is known of its purchase, all of it or nothing.
 * @returns false when the event was taken before
 */
export function applyPurchaseUpdate(
  queries: Queries,
  { eventId, purchaseId, facts }: PurchaseUpdate,
): Promise<boolean> {
  return queries.transaction(async () => {
    // Of the same event twice at once, the second one waits here until the first is written or undone.
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

/** Events are few, and each of them sweeps. */
async function forgetOldEvents(queries: Queries): Promise<void> {
  const oldest = sql`now() - make_interval(days => ${keepEventsDays})`;
  await queries.delete(stripeEvents).where(lt(stripeEvents.takenAt, oldest));
}

/** Stripe's own words for a subscription, in the order of its life. From `incomplete_expired` on there is no way back. */
export const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'paused',
  'unpaid',
  'incomplete_expired',
  'canceled',
] as const;

/** How far a purchase has come, in the same order. The last two are ours, for a single payment that was given back. */
export const purchaseStatuses = [...subscriptionStatuses, 'refunded', 'charged_back'] as const;

export type PurchaseStatus = (typeof purchaseStatuses)[number];

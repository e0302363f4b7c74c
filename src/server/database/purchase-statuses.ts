/** Stripe's subscription statuses in order. From `incomplete_expired` on they are final. */
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

/** Statuses of a purchase, in order. The last two are ours, for a refunded single payment. */
export const purchaseStatuses = [...subscriptionStatuses, 'refunded', 'charged_back'] as const;

export type PurchaseStatus = (typeof purchaseStatuses)[number];

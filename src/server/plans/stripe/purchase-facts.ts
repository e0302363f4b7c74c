import { type PurchaseStatus, purchaseStatuses } from '../../database/purchase-statuses.ts';

/** With these somebody has what they paid for. While a payment is `past_due`, Stripe still tries to collect it. */
export const liveStatuses = ['trialing', 'active', 'past_due'] as const satisfies readonly PurchaseStatus[];

const finalStatuses = new Set<PurchaseStatus>(
  purchaseStatuses.slice(purchaseStatuses.indexOf('incomplete_expired')),
);

/** What is known of a purchase. Null is not known. */
export interface PurchaseFacts {
  /** In lower case. */
  readonly email: string | null;
  /** When it was first paid. */
  readonly paidAt: Date | null;
  readonly status: PurchaseStatus | null;
  /** When Stripe found it in this status, to the second. */
  readonly statusAt: Date | null;
}

export const nothingKnown: PurchaseFacts = { email: null, paidAt: null, status: null, statusAt: null };

/**
 * What is known from two sources together. In whatever order facts are merged and however often, the outcome is the
 * same, which is what makes late, doubled and shuffled events harmless.
 */
export function mergeFacts(first: PurchaseFacts, second: PurchaseFacts): PurchaseFacts {
  const { status, statusAt } = isLaterStatus(second, first) ? second : first;
  return {
    // A purchase that is over needs nobody's address any more, and what comes late shall not bring it back.
    email: status && finalStatuses.has(status) ? null : chooseEmail(first.email, second.email),
    paidAt: chooseEarlier(first.paidAt, second.paidAt),
    status,
    statusAt,
  };
}

/**
 * A final status beats all others whenever it was said. Otherwise the newer one holds; of two in one second, which is as
 * exact as Stripe's clock is, the one further on in a purchase's life.
 */
function isLaterStatus(one: PurchaseFacts, other: PurchaseFacts): boolean {
  const [order, otherOrder] = [one, other].map(rankStatus) as [number[], number[]];
  const at = order.findIndex((value, index) => value !== otherOrder[index]);
  return at >= 0 && (order[at] ?? 0) > (otherOrder[at] ?? 0);
}

function rankStatus({ status, statusAt }: PurchaseFacts): number[] {
  if (!status) return [-1];
  return [finalStatuses.has(status) ? 1 : 0, statusAt?.getTime() ?? 0, purchaseStatuses.indexOf(status)];
}

/** One checkout has one address. Should there ever be two, any rule will do that does not ask who came first. */
function chooseEmail(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return first ?? second;
  return first < second ? first : second;
}

function chooseEarlier(first: Date | null, second: Date | null): Date | null {
  if (first === null || second === null) return first ?? second;
  return first < second ? first : second;
}

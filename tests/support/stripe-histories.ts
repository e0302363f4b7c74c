import fc from 'fast-check';
import { makeBuyer, makeDispute, makeEvent, makeRefundedCharge, type StripeEvent } from './stripe-events.ts';
import { makePaidInvoice, makeSession, makeSessionOfPayment, makeSubscription } from './stripe-objects.ts';

/** One step in the history of a purchase, and seconds since the one before, perhaps none. */
interface Step {
  readonly seconds: number;
  readonly what: string;
}

/** A purchase drawn by fast-check, without its ids. */
export interface PurchasePlan {
  readonly kind: 'subscription' | 'payment';
  /** Its buyer's index. */
  readonly person: number;
  readonly isTrial: boolean;
  readonly payment: 'at once' | 'after days' | 'never';
  readonly steps: readonly Step[];
}

export interface SimulatedPurchase {
  readonly events: readonly StripeEvent[];
  /** Whether the person has the plan in the end. */
  readonly isLive: boolean;
}

/** Possible next states of a subscription. Final states have none. */
const transitions: Readonly<Record<string, readonly string[]>> = {
  trialing: ['active', 'past_due', 'paused', 'canceled'],
  active: ['active', 'past_due', 'canceled'],
  past_due: ['active', 'unpaid', 'canceled'],
  paused: ['active', 'canceled'],
  unpaid: ['active', 'canceled'],
  incomplete: ['incomplete_expired'],
};

/** Progress in this order may happen within a second. */
const progressOrder = ['incomplete', 'trialing', 'active', 'past_due', 'paused', 'unpaid', 'canceled'];

const step: fc.Arbitrary<Step> = fc.record({
  seconds: fc.constantFrom(0, 0, 1, 3600),
  what: fc.constantFrom(
    'active',
    'past_due',
    'paused',
    'unpaid',
    'canceled',
    'refund',
    'part',
    'lost',
    'won',
  ),
});

export const purchasePlan: fc.Arbitrary<PurchasePlan> = fc.record({
  kind: fc.constantFrom('subscription', 'payment'),
  person: fc.integer({ min: 0, max: 2 }),
  isTrial: fc.boolean(),
  payment: fc.constantFrom('at once', 'at once', 'after days', 'never'),
  steps: fc.array(step, { maxLength: 6 }),
});

/** Simulates a purchase. @returns its events in their order */
export function simulatePurchase(plan: PurchasePlan, email: string): SimulatedPurchase {
  return plan.kind === 'payment' ? livePayment(plan, email) : liveSubscription(plan, email);
}

const start = 1_770_000_000;

function livePayment({ payment, steps }: PurchasePlan, email: string): SimulatedPurchase {
  const buyer = makeBuyer(email);
  const events = reportPayment(payment, state => makeSessionOfPayment(buyer, { payment_status: state }));
  let isLive = payment !== 'never';
  let now = start + 10;
  for (const { seconds, what } of steps) {
    now += seconds;
    if (what === 'refund' || what === 'part') {
      events.push(
        makeEvent('charge.refunded', makeRefundedCharge(buyer, { refunded: what === 'refund' }), now),
      );
    } else if (what === 'lost' || what === 'won') {
      events.push(makeEvent('charge.dispute.closed', makeDispute(buyer, what), now));
    }
    if (what === 'refund' || what === 'lost') isLive = false;
  }
  return { events, isLive };
}

function liveSubscription({ payment, isTrial, steps }: PurchasePlan, email: string): SimulatedPurchase {
  const buyer = makeBuyer(email);
  const events = reportPayment(payment, state => makeSession(buyer, { payment_status: state }));
  const report = (type: string, object: object, at: number) => events.push(makeEvent(type, object, at));
  const paidState = isTrial ? 'trialing' : 'active';
  let status = payment === 'never' ? 'incomplete' : paidState;
  let now = start;
  report('customer.subscription.created', makeSubscription(buyer, 'incomplete'), now);
  report('customer.subscription.updated', makeSubscription(buyer, status), now);
  if (payment !== 'never') report('invoice.paid', makePaidInvoice(buyer), now);
  for (const { seconds, what } of steps) {
    if (!transitions[status]?.includes(what)) continue;
    const isOnward = progressOrder.indexOf(what) >= progressOrder.indexOf(status);
    // Recovering takes a person or a bank longer than a second.
    now += isOnward ? seconds : seconds + 1;
    status = what;
    if (status === 'active') report('invoice.paid', makePaidInvoice(buyer), now);
    const type = status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
    report(type, makeSubscription(buyer, status), now);
  }
  return { events, isLive: ['trialing', 'active', 'past_due'].includes(status) };
}

/** The checkout's events: paid, or waiting for a bank that pays or does not. */
function reportPayment(
  payment: PurchasePlan['payment'],
  makeObject: (state: 'paid' | 'unpaid') => object,
): StripeEvent[] {
  if (payment === 'at once') return [makeEvent('checkout.session.completed', makeObject('paid'), start)];
  const waiting = makeEvent('checkout.session.completed', makeObject('unpaid'), start);
  const outcome =
    payment === 'never'
      ? makeEvent('checkout.session.async_payment_failed', makeObject('unpaid'), start + 5)
      : makeEvent('checkout.session.async_payment_succeeded', makeObject('paid'), start + 5);
  return [waiting, outcome];
}

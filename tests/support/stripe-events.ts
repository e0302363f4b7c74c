import { Stripe } from 'stripe';
import type { Buyer } from './stripe-objects.ts';

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly data: { readonly object: object };
}

/** The signing secret shared by test server and test. */
export const webhookSecret = 'whsec_Zk3v9QmT1bLr8xWc5yNd2fHs7jGp4aUe';

let count = 0;

/** @param created seconds since 1970; now when left out */
export function makeEvent(
  type: string,
  object: object,
  created = Math.floor(Date.now() / 1000),
): StripeEvent {
  count += 1;
  const event = {
    id: `evt_${process.pid}_${count}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return event;
}

/** A first-time buyer. */
export function makeBuyer(email: string | null): Buyer {
  count += 1;
  return { key: `${process.pid}x${count}`, email };
}

/** A charge as Stripe documents it, fully or partly refunded. */
export function makeRefundedCharge({ key, email }: Buyer, { refunded }: { refunded: boolean }) {
  return {
    id: `ch_${key}`,
    object: 'charge',
    amount: 900,
    amount_captured: 900,
    amount_refunded: refunded ? 900 : 100,
    balance_transaction: `txn_${key}`,
    billing_details: { address: null, email, name: 'Ada Lovelace', phone: null, tax_id: null },
    captured: true,
    currency: 'eur',
    customer: `cus_${key}`,
    disputed: false,
    livemode: false,
    metadata: {},
    paid: true,
    payment_intent: `pi_${key}`,
    payment_method: `pm_${key}`,
    refunded,
    status: 'succeeded',
  };
}

/** A dispute as Stripe documents it, after the bank's decision. */
export function makeDispute({ key }: Buyer, status: 'won' | 'lost') {
  return {
    id: `du_${key}`,
    object: 'dispute',
    amount: 900,
    balance_transactions: [],
    charge: `ch_${key}`,
    currency: 'eur',
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: `pi_${key}`,
    reason: 'fraudulent',
    status,
  };
}

export interface Delivery {
  readonly secret?: string;
  /** Seconds since 1970, in the signature. */
  readonly signedAt?: number;
}

/** `Stripe-Signature` of the exact bytes. */
export function sign(payload: string, { secret = webhookSecret, signedAt }: Delivery = {}): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(signedAt !== undefined && { timestamp: signedAt }),
  });
}

/** Delivers an event as Stripe does: pretty-printed JSON, signed, without an `Origin`. */
export function deliver(url: string, event: object, delivery: Delivery = {}): Promise<Response> {
  const payload = JSON.stringify(event, null, 2);
  return post(url, payload, { 'stripe-signature': sign(payload, delivery) });
}

export function post(url: string, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Stripe/1.0', ...headers },
    body,
  });
}

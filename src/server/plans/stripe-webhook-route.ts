import { z } from 'zod';
import { CodedError, refuse } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import { subscriptionStatuses } from '../database/schema.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { applyPurchaseUpdate, nothingKnown, type PurchaseFacts, type PurchaseUpdate } from './plans.ts';

interface WebhookParts {
  readonly config: Config;
  readonly queries: Queries;
}

const takenSchema = z.object({ received: z.literal(true) });

/** Older signatures are replays; Stripe signs its retries anew. */
const longestAgeSeconds = 300;

/**
 * `POST /api/stripe/webhook`: receives Stripe's events. They have neither cookie nor `Origin`; only the signature of the exact bytes proves
 * the sender.
 */
export async function addStripeWebhookRoute(routes: Routes, parts: WebhookParts): Promise<void> {
  const { webhookSecret, paymentLinks } = parts.config.stripe;
  const verify = webhookSecret === undefined ? refuseWithoutStripe : await openSignatures(webhookSecret);
  await routes.takingJsonAsBytes(scope =>
    scope.add({
      method: 'POST',
      url: '/api/stripe/webhook',
      schema: { summary: "Stripe's events about what was bought", response: { 200: takenSchema } },
      onRequest: async () => {
        if (webhookSecret === undefined) refuseWithoutStripe();
      },
      // The body's signature proves the sender.
      guards: { ...openToAll, signIn: { askedBy: openSignatures } },
      handler: async request => {
        const event = await verify(request.body as Buffer | undefined, request.headers['stripe-signature']);
        const update = readStripeEvent(event, paymentLinks);
        if (update) await applyPurchaseUpdate(parts.queries, update);
        return { received: true as const };
      },
    }),
  );
}

function refuseWithoutStripe(): never {
  throw refuse('not_found', requestErrors.noStripe);
}

type Verify = (body: Buffer | undefined, signature: string | string[] | undefined) => Promise<unknown>;

/** Stripe's library takes 35 MB, so it is loaded only if a plan is sold. */
async function openSignatures(secret: string): Promise<Verify> {
  const { Stripe } = await import('stripe');
  return async (body, signature) => {
    if (!body?.length || typeof signature !== 'string') throw unsigned();
    try {
      return await Stripe.webhooks.constructEventAsync(body, signature, secret, longestAgeSeconds);
    } catch (cause) {
      throw unsigned(cause);
    }
  };
}

function unsigned(cause?: unknown): CodedError {
  return new CodedError('bad_request', { message: fill(requestErrors.unsignedEvent), cause });
}

/** The end of the year 9999. Postgres does not read the ISO form of later dates. */
const latestSeconds = 253_402_300_799;

const eventSchema = z.object({
  id: z.string().min(1),
  /** Seconds since 1970. */
  created: z.int().nonnegative().max(latestSeconds),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

const sessionSchema = z.object({
  id: z.string(),
  mode: z.string(),
  payment_status: z.string(),
  payment_link: z.string().nullish(),
  payment_intent: z.string().nullish(),
  subscription: z.string().nullish(),
  customer_details: z.object({ email: z.string().nullish() }).nullish(),
});

const subscriptionSchema = z.object({ id: z.string(), status: z.enum(subscriptionStatuses) });

/** The subscription's position depends on the API version of the webhook endpoint. */
const invoiceSchema = z.object({
  subscription: z.string().nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: z.string().nullish() }).nullish() })
    .nullish(),
});

const chargeSchema = z.object({ refunded: z.boolean(), payment_intent: z.string().nullish() });

const disputeSchema = z.object({ status: z.string(), payment_intent: z.string().nullish() });

/** Undefined for irrelevant events. */
type PurchaseChange =
  | { readonly id: string | null | undefined; readonly facts: Partial<PurchaseFacts> }
  | undefined;

interface EventContext {
  readonly object: unknown;
  readonly at: Date;
  readonly paymentLinks: readonly string[];
}

const readers: Readonly<Record<string, (context: EventContext) => PurchaseChange>> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': readSession,
  'invoice.paid': readPaidInvoice,
  'invoice.payment_succeeded': readPaidInvoice,
  'customer.subscription.created': readSubscription,
  'customer.subscription.updated': readSubscription,
  'customer.subscription.paused': readSubscription,
  'customer.subscription.resumed': readSubscription,
  'customer.subscription.deleted': readSubscription,
  'charge.refunded': readRefund,
  'charge.dispute.closed': readDispute,
};

/**
 * Reads the facts about a purchase from a signed Stripe event.
 * @param paymentLinks only their checkouts count; if empty, all do
 * @returns undefined for an event that does not concern a plan
 * @throws CodedError `bad_request` when a relevant event does not have the documented shape
 */
export function readStripeEvent(event: unknown, paymentLinks: readonly string[]): PurchaseUpdate | undefined {
  try {
    const { id: eventId, created, type, data } = eventSchema.parse(event);
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
    const change = read?.({ object: data.object, at: new Date(created * 1000), paymentLinks });
    if (!change?.id) return undefined;
    return { eventId, purchaseId: change.id, facts: { ...nothingKnown, ...change.facts } };
  } catch (cause) {
    throw new CodedError('bad_request', { message: fill(requestErrors.unknownEvent), cause });
  }
}

/** The only event with the buyer's address. For slow payments it comes before the payment, which a later event reports. */
function readSession({ object, at, paymentLinks }: EventContext): PurchaseChange {
  const session = sessionSchema.parse(object);
  const isOurs = paymentLinks.length === 0 || paymentLinks.includes(session.payment_link ?? '');
  const email = session.customer_details?.email?.trim().toLowerCase();
  if (!isOurs || !email) return undefined;
  const isPaid = ['paid', 'no_payment_required'].includes(session.payment_status);
  const facts = { email, paidAt: isPaid ? at : null };
  if (session.mode === 'subscription') return { id: session.subscription, facts };
  if (session.mode === 'payment') return { id: session.payment_intent ?? session.id, facts };
  return undefined;
}

/** A renewal or first payment. Does not set the status: an old invoice may be paid after newer ones were not. */
function readPaidInvoice({ object, at }: EventContext): PurchaseChange {
  const { parent, subscription } = invoiceSchema.parse(object);
  return { id: parent?.subscription_details?.subscription ?? subscription, facts: { paidAt: at } };
}

function readSubscription({ object, at }: EventContext): PurchaseChange {
  const { id, status } = subscriptionSchema.parse(object);
  return { id, facts: { status, statusAt: at } };
}

/** For single payments. A partial refund is a discount; a full one ends the plan. */
function readRefund({ object, at }: EventContext): PurchaseChange {
  const { refunded, payment_intent: id } = chargeSchema.parse(object);
  return refunded ? { id, facts: { status: 'refunded', statusAt: at } } : undefined;
}

/** For single payments, and only when the bank has decided against us. */
function readDispute({ object, at }: EventContext): PurchaseChange {
  const { status, payment_intent: id } = disputeSchema.parse(object);
  return status === 'lost' ? { id, facts: { status: 'charged_back', statusAt: at } } : undefined;
}

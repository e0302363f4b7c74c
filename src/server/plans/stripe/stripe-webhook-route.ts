import { z } from 'zod';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Config } from '../../config/config.ts';
import type { Queries } from '../../database/database.ts';
import { openToAll } from '../../guards/guards.ts';
import type { Routes } from '../../guards/routes.ts';
import type { App } from '../../http/app-types.ts';
import { applyPurchaseUpdate } from './purchases.ts';
import { readStripeEvent } from './read-stripe-event.ts';

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
export async function addStripeWebhookRoute(app: App, routes: Routes, parts: WebhookParts): Promise<void> {
  const { webhookSecret, paymentLinks } = parts.config.stripe;
  const verify = webhookSecret === undefined ? refuse : await openSignatures(webhookSecret);
  // In its own scope, because elsewhere JSON arrives parsed.
  await app.register(async scope => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    routes.within(scope).add({
      method: 'POST',
      url: '/api/stripe/webhook',
      schema: { summary: "Stripe's events about what was bought", response: { 200: takenSchema } },
      onRequest: async () => {
        if (webhookSecret === undefined) refuse();
      },
      // The body's signature proves the sender.
      guards: { ...openToAll, signIn: { askedBy: openSignatures } },
      handler: async request => {
        const event = await verify(request.body as Buffer | undefined, request.headers['stripe-signature']);
        const update = readStripeEvent(event, paymentLinks);
        if (update) await applyPurchaseUpdate(parts.queries, update);
        return { received: true as const };
      },
    });
  });
}

function refuse(): never {
  throw new CodedError('not_found', { message: fill(requestErrors.noStripe) });
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

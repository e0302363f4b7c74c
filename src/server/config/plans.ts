import { z } from 'zod';
import type { Plan } from '#shared/plans.ts';
import { commaSeparated, mailAddress, secretSetting, setting, type ValuesOf } from './setting.ts';

const mailAddresses = commaSeparated
  .transform(parts => parts.filter(part => part !== '').map(part => part.toLowerCase()))
  .refine(
    parts => parts.every(part => mailAddress.safeParse(part).success),
    'must be email addresses, separated by commas',
  );

/** Stripe's secrets have 38 characters or more. Guessing it would give anybody the premium plan. */
const webhookSecret = z
  .string()
  .trim()
  .regex(
    /^whsec_\S{24,}$/u,
    'must be the signing secret of an endpoint at Stripe, which begins with whsec_ and is long',
  );

const paymentLinks = commaSeparated.refine(
  parts => parts.every(part => /^plink_\w+$/u.test(part)),
  'must be ids of payment links such as plink_1MoC3ULkdIwHu7ix, separated by commas',
);

const bytesPerMegabyte = 1024 * 1024;

/** What the projects of an account may be and take, with the trash: a film of an hour takes about 200 kB, and up to 30 versions of it. */
export const projectLimits: Readonly<Record<Plan, { readonly projects: number; readonly bytes: number }>> = {
  standard: { projects: 200, bytes: 50 * bytesPerMegabyte },
  premium: { projects: 5000, bytes: 1000 * bytesPerMegabyte },
};

/** Of an account whose address is not verified. */
export const maxUnverifiedBytes = bytesPerMegabyte;

export const planSettings = {
  PREMIUM_PLAN_URL: setting(
    z
      .string()
      .regex(/^(\/(?!\/)|https?:\/\/)/u, 'must be a path such as /premium or an address')
      .default('/premium'),
    '/premium',
    'Page or shop that sells the premium plan.',
  ),
  PREMIUM_EMAILS: setting(
    mailAddresses.default([]),
    'none',
    'Verified email addresses with the premium plan, separated by commas.',
  ),
  OWN_VOICES_EMAILS: setting(
    mailAddresses.default([]),
    'none: whoever uses a server on their own machine',
    'Verified email addresses, separated by commas, that may use the clones and private voices of your accounts at providers.',
  ),
  STRIPE_WEBHOOK_SECRET: secretSetting(
    webhookSecret.optional(),
    'none: no payments',
    'Signing secret of your Stripe endpoint. See docs/guides/sell-the-plan.md.',
  ),
  STRIPE_PAYMENT_LINKS: setting(
    paymentLinks.default([]),
    'every paid checkout of the Stripe account',
    'Ids (`plink_…`) of the payment links that sell the premium plan, separated by commas.',
  ),
};

export function toPlanConfig(read: ValuesOf<typeof planSettings>) {
  return {
    premiumPlanUrl: read.PREMIUM_PLAN_URL,
    /** In lower case, as the next. */
    premiumEmails: read.PREMIUM_EMAILS,
    ownVoicesEmails: read.OWN_VOICES_EMAILS,
    stripe: { webhookSecret: read.STRIPE_WEBHOOK_SECRET, paymentLinks: read.STRIPE_PAYMENT_LINKS },
  };
}

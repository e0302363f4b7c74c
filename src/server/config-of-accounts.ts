import { z } from 'zod';
import { setting, webAddress, wholeNumber } from './setting.ts';

const leastSecretCharacters = 32;

const mailAddress = z.email();

/** `Benshi <benshi@example.org>` or an address alone. */
const sender = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, name = '', address = ''] = /^(?:([^<>\r\n]*)<)?([^<>\s]+?)>?$/u.exec(text) ?? [];
    if (mailAddress.safeParse(address).success) return { name: name.trim() || 'Benshi', address };
    context.addIssue({ code: 'custom', message: 'must be an address such as Benshi <benshi@example.org>' });
    return z.NEVER;
  });

const mailServer = z
  .string()
  .refine(
    text => URL.canParse(text) && /^smtps?:$/u.test(new URL(text).protocol),
    'must be an address such as smtp://user:password@mail.example.org:587',
  );

const mailAddresses = z
  .string()
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim().toLowerCase())
      .filter(part => part !== ''),
  )
  .refine(
    parts => parts.every(part => mailAddress.safeParse(part).success),
    'must be e-mail addresses, separated by commas',
  );

/** Stripe's own have 38 characters and more. Whoever could guess it could give themselves the premium plan. */
const webhookSecret = z
  .string()
  .trim()
  .regex(
    /^whsec_\S{24,}$/u,
    'must be the signing secret of an endpoint at Stripe, which begins with whsec_ and is long',
  );

const paymentLinks = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(
    parts => parts.every(part => /^plink_\w+$/u.test(part)),
    'must be ids of payment links such as plink_1MoC3ULkdIwHu7ix, separated by commas',
  );

const provider = 'must be an address such as https://accounts.google.com/.well-known/openid-configuration';

/** The part of the settings that is about accounts, plans and mail. */
export const accountSettings = {
  ROLE: setting(
    z.enum(['all', 'web', 'worker'], 'must be web, worker or all').default('all'),
    'all',
    'What this process does: `web` answers requests, `worker` sends mails, `all` both. Others than `all` need DATABASE_URL.',
  ),
  AUTH_SECRET: setting(
    z
      .string()
      .min(leastSecretCharacters, `must have at least ${leastSecretCharacters} characters`)
      .optional(),
    'made once and kept in DATA_DIR',
    'Signs sessions and links. Needed with DATABASE_URL, the same for all processes.',
  ),
  GOOGLE_CLIENT_ID: setting(
    z.string().trim().min(1).optional(),
    'none',
    'Lets people sign in with Google, together with GOOGLE_CLIENT_SECRET. The address to register there is PUBLIC_URL and `/api/auth/callback/google`.',
  ),
  GOOGLE_CLIENT_SECRET: setting(z.string().trim().min(1).optional(), 'none', 'Belongs to GOOGLE_CLIENT_ID.'),
  GOOGLE_DISCOVERY_URL: setting(
    webAddress(provider).default('https://accounts.google.com/.well-known/openid-configuration'),
    "Google's own",
    'Another OpenID Connect provider in the place of Google.',
  ),
  SMTP_URL: setting(
    mailServer.optional(),
    'none: mails are written to DATA_DIR/outbox',
    'The server that sends our mails, such as `smtps://user:password@mail.example.org`.',
  ),
  MAIL_FROM: setting(
    sender.default({ name: 'Benshi', address: 'benshi@localhost.localdomain' }),
    'Benshi <benshi@localhost.localdomain>',
    'Who our mails come from. Needed with SMTP_URL.',
  ),
  PREMIUM_EMAILS: setting(
    mailAddresses.default([]),
    'none',
    'E-mail addresses that have the premium plan once they are verified, separated by commas.',
  ),
  STANDARD_NARRATIONS_PER_DAY: setting(
    wholeNumber(0, 1_000_000).default(50),
    '50',
    'Narrations that an account may start in a day (UTC).',
  ),
  PREMIUM_NARRATIONS_PER_DAY: setting(
    wholeNumber(0, 1_000_000).default(500),
    '500',
    'Narrations that an account with the premium plan may start in a day (UTC).',
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    webhookSecret.optional(),
    'none: nothing is heard of payments',
    'The signing secret of your endpoint at Stripe, whose address is PUBLIC_URL and `/api/stripe/webhook`. See docs/guides/sell-the-plan.md.',
  ),
  STRIPE_PAYMENT_LINKS: setting(
    paymentLinks.default([]),
    'every paid checkout of the Stripe account',
    'Ids (`plink_…`) of the payment links that sell the premium plan, separated by commas, for a Stripe account that sells other things too.',
  ),
  AUTH_TOKEN_SYNC_URL: setting(
    webAddress('must be an address such as https://example.org/session').optional(),
    'none',
    'Another server that is told of each sign-in (POST) and sign-out (DELETE) with a signed token.',
  ),
  AUTH_TOKEN_SYNC_MAX_AGE: setting(
    wholeNumber(1, 24 * 3600).default(300),
    '300',
    'Seconds after which such a token is not delivered any more.',
  ),
} as const;

type Variables = {
  [Name in keyof typeof accountSettings]: z.output<(typeof accountSettings)[Name]['schema']>;
};

/** What accounts, plans and mail run by. */
export interface AccountConfig {
  readonly role: 'all' | 'web' | 'worker';
  /** Undefined: the one that is kept in DATA_DIR. */
  readonly authSecret: string | undefined;
  readonly google: {
    readonly clientId: string | undefined;
    readonly clientSecret: string | undefined;
    readonly discoveryUrl: string;
  };
  /** Undefined: mails become files. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** In lower case. */
  readonly premiumEmails: readonly string[];
  readonly standardNarrationsPerDay: number;
  readonly premiumNarrationsPerDay: number;
  readonly stripe: {
    /** Undefined: no event of Stripe is taken. */
    readonly webhookSecret: string | undefined;
    /** Empty: every paid checkout counts. */
    readonly paymentLinks: readonly string[];
  };
  readonly tokenSync: { readonly url: string; readonly maxAgeSeconds: number } | undefined;
}

/** What is wrong with variables that are right each by itself. */
export function findAccountMistakes(given: Readonly<Record<string, string | undefined>>): string[] {
  const mistakes: string[] = [];
  if (given.DATABASE_URL && !given.AUTH_SECRET)
    mistakes.push(
      'AUTH_SECRET must be set together with DATABASE_URL: 32 random characters or more, the same for all processes.',
    );
  if (given.ROLE && given.ROLE !== 'all' && !given.DATABASE_URL)
    mistakes.push('ROLE must be all without DATABASE_URL: one process alone uses the embedded database.');
  if (given.ROLE === 'worker' && !given.PUBLIC_URL)
    mistakes.push('PUBLIC_URL must be set for a worker: the links in its mails lead there.');
  if (given.SMTP_URL && !given.MAIL_FROM)
    mistakes.push(
      'MAIL_FROM must be set together with SMTP_URL: mail servers refuse a sender that is nobody.',
    );
  return mistakes;
}

export function toAccountConfig(read: Variables): AccountConfig {
  return {
    role: read.ROLE,
    authSecret: read.AUTH_SECRET,
    google: {
      clientId: read.GOOGLE_CLIENT_ID,
      clientSecret: read.GOOGLE_CLIENT_SECRET,
      discoveryUrl: read.GOOGLE_DISCOVERY_URL,
    },
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    premiumEmails: read.PREMIUM_EMAILS,
    standardNarrationsPerDay: read.STANDARD_NARRATIONS_PER_DAY,
    premiumNarrationsPerDay: read.PREMIUM_NARRATIONS_PER_DAY,
    stripe: {
      webhookSecret: read.STRIPE_WEBHOOK_SECRET,
      paymentLinks: read.STRIPE_PAYMENT_LINKS,
    },
    tokenSync:
      read.AUTH_TOKEN_SYNC_URL === undefined
        ? undefined
        : { url: read.AUTH_TOKEN_SYNC_URL, maxAgeSeconds: read.AUTH_TOKEN_SYNC_MAX_AGE },
  };
}

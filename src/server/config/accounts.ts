import { z } from 'zod';
import { isMailAddress } from '#shared/mail-address.ts';
import {
  mailAddress,
  numberSetting,
  secretSetting,
  setting,
  someText,
  type ValuesOf,
  webAddress,
  webOrigin,
} from './setting.ts';

export const minSecretCharacters = 32;

const provider = 'must be an address such as https://accounts.google.com/.well-known/openid-configuration';

export const accountSettings = {
  AUTH_SECRET: secretSetting(
    z.string().min(minSecretCharacters, `must have at least ${minSecretCharacters} characters`).optional(),
    'made once and kept in DATA_DIR',
    'Signs sessions and links. Required with DATABASE_URL; the same for all processes.',
  ),
  GOOGLE_CLIENT_ID: setting(
    someText.optional(),
    'none',
    'Sign-in with Google. Its redirect address is PUBLIC_URL and `/api/auth/callback/google`.',
  ),
  GOOGLE_CLIENT_SECRET: secretSetting(someText.optional(), 'none', 'Belongs to GOOGLE_CLIENT_ID.'),
  GOOGLE_DISCOVERY_URL: setting(
    webAddress(provider).default('https://accounts.google.com/.well-known/openid-configuration'),
    "Google's own",
    'Another OpenID Connect provider instead of Google.',
  ),
  AUTH_TOKEN_SYNC_URL: setting(
    webAddress('must be an address such as https://example.org/session').optional(),
    'none',
    'A server that receives each sign-in (POST) and sign-out (DELETE) with a signed token.',
  ),
  AUTH_TOKEN_SYNC_MAX_AGE: numberSetting(
    { least: 1, most: 24 * 3600, usual: 300 },
    'Seconds after which such a token is no longer delivered.',
  ),
};

export function toAccountConfig(read: ValuesOf<typeof accountSettings>) {
  return {
    authSecret: read.AUTH_SECRET,
    google: {
      clientId: read.GOOGLE_CLIENT_ID,
      clientSecret: read.GOOGLE_CLIENT_SECRET,
      discoveryUrl: read.GOOGLE_DISCOVERY_URL,
    },
    tokenSync:
      read.AUTH_TOKEN_SYNC_URL === undefined
        ? undefined
        : { url: read.AUTH_TOKEN_SYNC_URL, maxAgeSeconds: read.AUTH_TOKEN_SYNC_MAX_AGE },
  };
}

/** Why Google sign-in is off, for the operator; undefined if it is set up. */
export function describeMissingGoogle(
  google: ReturnType<typeof toAccountConfig>['google'],
): string | undefined {
  const required = { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret };
  const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 0) return undefined;
  return `Google sign-in is not set up on this server. Missing: ${missing.join(', ')}.`;
}

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

/** An ID in the hosted service's format. `none` removes it, and the form reports the missing one. */
function id(fallback: string) {
  return z
    .string()
    .trim()
    .min(1, 'must be an ID, or none')
    .max(200, 'must be an ID, or none')
    .default(fallback)
    .transform(text => (text === 'none' ? undefined : text));
}

export const mailSettings = {
  SMTP_URL: secretSetting(
    mailServer.optional(),
    'none: mails are written to DATA_DIR/outbox',
    'The mail server, such as `smtps://user:password@mail.example.org`.',
  ),
  MAIL_FROM: setting(
    sender.default({ name: 'Benshi', address: 'benshi@localhost.localdomain' }),
    'Benshi <benshi@localhost.localdomain>',
    'Sender of mails. Required with SMTP_URL.',
  ),
  CONTACT_TO: setting(
    z.string().trim().refine(isMailAddress, 'must be one address such as team@example.org').optional(),
    'the address in MAIL_FROM',
    'Recipient of contact messages and feedback.',
  ),
  EMAILJS_ORIGIN: setting(
    webOrigin('https://api.emailjs.com').optional(),
    'this server',
    'Where the contact form is sent: a service with the protocol of EmailJS, such as `https://api.emailjs.com`.',
  ),
  EMAILJS_USER_ID: setting(
    id('benshi'),
    'benshi',
    'User ID (public key) of the contact form, or `none`: then the form reports it missing.',
  ),
  EMAILJS_SERVICE_ID: setting(id('default_service'), 'default_service', 'Its service ID, or `none`.'),
  EMAILJS_TEMPLATE_ID: setting(id('contact'), 'contact', 'Its template ID, or `none`.'),
};

export function toMailConfig(read: ValuesOf<typeof mailSettings>) {
  return {
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    contactTo: read.CONTACT_TO,
    emailJs: {
      origin: read.EMAILJS_ORIGIN,
      userId: read.EMAILJS_USER_ID,
      serviceId: read.EMAILJS_SERVICE_ID,
      templateId: read.EMAILJS_TEMPLATE_ID,
    },
  };
}

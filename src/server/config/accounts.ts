import { z } from 'zod';
import { isMailAddress } from '#shared/mail-address.ts';
import {
  commaSeparated,
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

const discoveryPath = '/.well-known/openid-configuration';

const scopes = z
  .string()
  .transform(text => text.split(/[\s,]+/u).filter(Boolean))
  .refine(names => names.includes('openid'), 'must contain openid');

const domains = commaSeparated
  .transform(parts => parts.map(part => part.toLowerCase().replace(/^@/u, '')))
  .refine(
    parts => parts.every(part => isMailAddress(`a@${part}`)),
    'must be domains such as example.org, separated by commas',
  );

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' });

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
  OIDC_ISSUER: setting(
    webAddress('must be an address such as https://auth.example.org/realms/example')
      .transform(text => text.replace(discoveryPath, ''))
      .optional(),
    'none',
    'Sign-in with an OpenID Connect provider of your own: the address of its issuer. Its redirect address is PUBLIC_URL and `/api/auth/callback/oidc`.',
  ),
  OIDC_CLIENT_ID: setting(someText.optional(), 'none', 'Required with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: secretSetting(
    someText.optional(),
    'none',
    'Required with OIDC_ISSUER. Sent as `client_secret_basic`.',
  ),
  OIDC_NAME: setting(
    someText.max(40, 'must have at most 40 characters').optional(),
    'the host of OIDC_ISSUER',
    'What the button calls it: "Sign in with …".',
  ),
  OIDC_SCOPES: setting(
    scopes.default(['openid', 'email', 'profile']),
    'openid email profile',
    'What is asked for, separated by spaces.',
  ),
  OIDC_ALLOWED_DOMAINS: setting(
    domains.optional(),
    'all',
    'Mail domains whose people may sign in with it, separated by commas.',
  ),
  SIGN_UP: setting(
    onOff.default('on'),
    'on',
    '`off`: new accounts only by `npm run invite -- EMAIL`, and with OIDC_ISSUER by that provider.',
  ),
  PASSWORD_SIGN_IN: setting(
    onOff.default('on'),
    'on',
    '`off`: nobody signs in with a password. Needs Google or OIDC_ISSUER.',
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
      name: 'Google',
      clientId: read.GOOGLE_CLIENT_ID,
      clientSecret: read.GOOGLE_CLIENT_SECRET,
      discoveryUrl: read.GOOGLE_DISCOVERY_URL,
    },
    oidc:
      read.OIDC_ISSUER === undefined
        ? undefined
        : {
            issuer: read.OIDC_ISSUER,
            discoveryUrl: read.OIDC_ISSUER + discoveryPath,
            clientId: read.OIDC_CLIENT_ID,
            clientSecret: read.OIDC_CLIENT_SECRET,
            name: read.OIDC_NAME ?? new URL(read.OIDC_ISSUER).host,
            scopes: read.OIDC_SCOPES,
            allowedDomains: read.OIDC_ALLOWED_DOMAINS,
          },
    isSignUpOpen: read.SIGN_UP === 'on',
    hasPasswordSignIn: read.PASSWORD_SIGN_IN === 'on',
    tokenSync:
      read.AUTH_TOKEN_SYNC_URL === undefined
        ? undefined
        : { url: read.AUTH_TOKEN_SYNC_URL, maxAgeSeconds: read.AUTH_TOKEN_SYNC_MAX_AGE },
  };
}

export function findSignInMistakes(given: Readonly<Record<string, string | undefined>>): string[] {
  const mistakes: string[] = [];
  const required = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];
  const missing = required.filter(name => !given[name]);
  const isMeant = Object.keys(accountSettings).some(name => name.startsWith('OIDC_') && given[name]);
  if (isMeant && missing.length > 0)
    mistakes.push(`${missing.join(', ')} must be set, too: ${required.join(', ')} belong together.`);
  const hasGoogle = given.GOOGLE_CLIENT_ID && given.GOOGLE_CLIENT_SECRET;
  if (given.PASSWORD_SIGN_IN === 'off' && !hasGoogle && missing.length > 0)
    mistakes.push(
      'PASSWORD_SIGN_IN must be on, as there is no other way to sign in: set OIDC_ISSUER or GOOGLE_CLIENT_ID with what belongs to it.',
    );
  return mistakes;
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

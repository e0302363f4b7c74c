import { z } from 'zod';
import { numberSetting, setting, someText, type ValuesOf, webAddress } from './setting.ts';

export const leastSecretCharacters = 32;

const provider = 'must be an address such as https://accounts.google.com/.well-known/openid-configuration';

/** Settings for sign-in and for notifying another server. */
export const accountSettings = {
  AUTH_SECRET: setting(
    z
      .string()
      .min(leastSecretCharacters, `must have at least ${leastSecretCharacters} characters`)
      .optional(),
    'made once and kept in DATA_DIR',
    'Signs sessions and links. Required with DATABASE_URL; the same for all processes.',
  ),
  GOOGLE_CLIENT_ID: setting(
    someText.optional(),
    'none',
    'Sign-in with Google. Its redirect address is PUBLIC_URL and `/api/auth/callback/google`.',
  ),
  GOOGLE_CLIENT_SECRET: setting(someText.optional(), 'none', 'Belongs to GOOGLE_CLIENT_ID.'),
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
    /** Undefined: generated and stored in DATA_DIR. */
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

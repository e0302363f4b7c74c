import type { BetterAuthOptions } from 'better-auth';
import type { GenericOAuthConfig } from 'better-auth/plugins';
import { and, eq, notExists } from 'drizzle-orm';
import { isMailAddress } from '#shared/mail-address.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import { accounts, signInMethods } from '../database/schema.ts';
import { readInvitation } from './invitations.ts';
import { type DeletionParts, deleteAccount } from './personal-data.ts';

/** Who else tells us who somebody is: Google, and the provider that the operator of this server set. */
export const identityProviders = ['google', 'oidc'] as const;

export type IdentityProvider = (typeof identityProviders)[number];

export type SignInConfig = Pick<Config, 'google' | 'oidc' | 'isSignUpOpen'>;

type ProviderParts = DeletionParts & { readonly config: SignInConfig; readonly secret: string };

/** @returns undefined if it is not set up */
export function findProvider(config: SignInConfig, provider: IdentityProvider) {
  const { name, discoveryUrl, clientId, clientSecret } = config[provider] ?? {};
  return name && discoveryUrl && clientId && clientSecret
    ? { name, discoveryUrl, clientId, clientSecret }
    : undefined;
}

/** What better-auth needs to know of a provider. */
export function describeToAuth(parts: ProviderParts, provider: IdentityProvider): GenericOAuthConfig {
  const { config } = parts;
  const { oidc } = config;
  return {
    providerId: provider,
    clientId: '',
    ...findProvider(config, provider),
    pkce: true,
    requireIdTokenVerification: true,
    ...(provider === 'oidc' && oidc
      ? {
          scopes: oidc.scopes,
          // What a client is registered with unless it says otherwise (OpenID Connect Registration 1.0, 2).
          authentication: 'basic',
          // A `sub` is unique at its issuer only, and the operator may change to another one.
          accountSubject: ({ profile }) => nameIdentity(config, provider, profile.sub),
        }
      : { scopes: ['openid', 'email', 'profile'], prompt: 'select_account' }),
    async mapProfileToUser({ name, email, email_verified, preferred_username, sub }) {
      // A boolean or a string. Missing, as with Microsoft Entra, means no (learn.microsoft.com, optional claims, November 2026).
      const emailVerified = email_verified === true || email_verified === 'true';
      const address = isMailAddress(String(email)) ? String(email).toLowerCase() : undefined;
      const person = { email: address ?? '', emailVerified };
      if (emailVerified && address && !(await refuse(parts, provider, person, 'create-user'))) {
        const identity = { provider, accountId: nameIdentity(config, provider, sub) };
        await removeUnverifiedAccount(parts, address, identity);
      }
      return {
        name: [name, preferred_username].filter(text => typeof text === 'string').find(isWritten) ?? '',
        email: address,
        emailVerified,
      };
    },
  };
}

const isWritten = (text: string) => text.trim() !== '';

function nameIdentity({ oidc }: SignInConfig, provider: IdentityProvider, sub: unknown): string {
  return provider === 'oidc' && sub ? `${oidc?.issuer}#${sub}` : String(sub ?? '');
}

type Validate = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;

/** Refuses people of other domains, and new ones where nobody new is taken. */
export function validateIdentity(parts: ProviderParts): Validate {
  return async ({ user, source }) => {
    const provider = identityProviders.find(id => id === source.oauth?.providerId);
    // Passwords have routes of their own.
    if (!provider) return;
    const person = { email: user.email ?? '', emailVerified: user.emailVerified === true };
    const error = await refuse(parts, provider, person, source.action);
    if (error) return { error };
  };
}

async function refuse(
  { config, queries, secret }: ProviderParts,
  provider: IdentityProvider,
  { email, emailVerified }: { readonly email: string; readonly emailVerified: boolean },
  action: 'create-user' | 'link-account' | 'sign-in',
): Promise<'domain_not_allowed' | 'signup_disabled' | undefined> {
  const allowed = provider === 'oidc' ? config.oidc?.allowedDomains : undefined;
  if (allowed && !allowed.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()))
    return 'domain_not_allowed';
  if (action !== 'create-user' || config.isSignUpOpen || provider === 'oidc') return undefined;
  return emailVerified && (await readInvitation({ queries, secret }, email)) ? undefined : 'signup_disabled';
}

/** Whether the operator's provider signs somebody in to this account. */
export async function hasOwnSignIn(queries: Queries, uid: string): Promise<boolean> {
  const isOfOperator = and(eq(signInMethods.userId, uid), eq(signInMethods.providerId, 'oidc'));
  return (await queries.$count(signInMethods, isOfOperator)) > 0;
}

/**
 * Deletes an account with an unverified address once a provider has verified the address for somebody: the account may not belong to the owner
 * of the address, so nothing of it may be merged. If this identity already has another account, nothing is deleted, nor is an account
 * that the operator's own provider made.
 */
async function removeUnverifiedAccount(
  parts: DeletionParts,
  email: string,
  { provider, accountId }: { readonly provider: IdentityProvider; readonly accountId: string },
): Promise<void> {
  const { queries } = parts;
  const isIdentity = and(eq(signInMethods.providerId, provider), eq(signInMethods.accountId, accountId));
  const isKnown = queries.select().from(signInMethods).where(isIdentity);
  const [found] = await queries
    .select({ uid: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), eq(accounts.emailVerified, false), notExists(isKnown)));
  if (found && !(await hasOwnSignIn(queries, found.uid))) await deleteAccount(parts, found.uid);
}

import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { interactionPolicy, type JWK, Provider } from 'oidc-provider';
import { createProviderStore } from './identity-provider-store.ts';

export interface ProviderPerson {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name?: string;
  /** In addition, or instead; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** How providers differ. */
export interface ProviderKind {
  /** The path of the issuer, such as `/realms/example`. */
  readonly path?: string;
  /** Claims are given by the userinfo endpoint only, not in the id token. */
  readonly hasSlimTokens?: boolean;
}

/** The three parts of a signed token, and the provider's signature function. */
export interface SignedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: string;
  /** A token with these claims, signed by the provider. */
  sign(claims: object): string;
}

export type Forge = (token: SignedToken) => string;

export interface IdentityProvider {
  /** The values of `GOOGLE_DISCOVERY_URL` and the other two. */
  readonly environment: Readonly<Record<string, string>>;
  /** The values of `OIDC_ISSUER` and what belongs to it. */
  readonly ownEnvironment: Readonly<Record<string, string>>;
  /** The `Authorization` of each exchange of a code. */
  readonly authorizations: readonly (string | undefined)[];
  /** Sets the person who signs in, with "Continue" on its page, or refuses, with "Cancel". */
  signInAs(person: ProviderPerson): void;
  /** Replaces each id token, until `undefined` is set. */
  forgeWith(forge: Forge | undefined): void;
  close(): Promise<void>;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as JWK;
const clientId = 'benshi';
const clientSecret = 'a secret of the test';

/**
 * A real local OpenID Connect provider in place of Google.
 * @param getRedirectUri the callback address
 */
export async function startIdentityProvider(
  getRedirectUri: () => string,
  { port = 0, path = '', ...kind }: ProviderKind & { readonly port?: number } = {},
): Promise<IdentityProvider> {
  const people = new Map<string, ProviderPerson>();
  let current: ProviderPerson | undefined;
  let forge: Forge | undefined;
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const authorizations: (string | undefined)[] = [];
  let made: Provider | undefined;
  server.on('request', (request, response) => {
    // Created on first use, when the product's address is known.
    made ??= createProvider(origin + path, {
      ...kind,
      people,
      redirectUri: getRedirectUri(),
      getForge: () => forge,
      authorizations,
    });
    const provider = made;
    if (path && request.url?.startsWith(path)) {
      Object.assign(request, { originalUrl: request.url });
      request.url = request.url.slice(path.length);
    }
    const [, uid, act] = /^\/interaction\/([\w-]+)(?:\/(\w+))?$/u.exec(request.url ?? '') ?? [];
    if (!uid) return void provider.callback()(request, response);
    if (!act) return void response.setHeader('content-type', 'text/html').end(page(uid));
    const result =
      act === 'continue' && current
        ? { login: { accountId: current.sub }, select_account: {}, consent: {} }
        : { error: 'access_denied', error_description: 'The person refused.' };
    provider.interactionFinished(request, response, result).catch(() => response.destroy());
  });
  return {
    environment: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_DISCOVERY_URL: `${origin}${path}/.well-known/openid-configuration`,
    },
    ownEnvironment: {
      OIDC_ISSUER: `${origin}${path}`,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
    authorizations,
    signInAs(person) {
      people.set(person.sub, person);
      current = person;
    },
    forgeWith(by) {
      forge = by;
    },
    close: () => closeServer(server),
  };
}

export const encodePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function readToken(token: string): SignedToken {
  const [head = '', body = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return {
    header: read(head),
    claims: read(body),
    signature,
    sign(claims) {
      const signed = `${head}.${encodePart(claims)}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
}

function page(uid: string): string {
  return `<!doctype html><title>Provider</title><h1>Sign in to the provider</h1>
<a href="/interaction/${uid}/continue">Continue</a> <a href="/interaction/${uid}/cancel">Cancel</a>`;
}

interface ProviderParts extends ProviderKind {
  readonly authorizations: (string | undefined)[];
  readonly people: ReadonlyMap<string, ProviderPerson>;
  readonly redirectUri: string;
  getForge(): Forge | undefined;
}

function createProvider(issuer: string, parts: ProviderParts): Provider {
  const { people, redirectUri, getForge, authorizations, hasSlimTokens = false } = parts;
  const provider = new Provider(issuer, {
    adapter: createProviderStore(),
    jwks: { keys: [signingKey] },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    // Google's id token contains the claims.
    conformIdTokenClaims: hasSlimTokens,
    features: { devInteractions: { enabled: false } },
    interactions: { policy: makePolicy(), url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => toClaims(person) };
    },
    // No consent page after sign-in.
    async loadExistingGrant(context) {
      const { client, session, provider: own } = context.oidc;
      const grant = new own.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token') authorizations.push(context.get('authorization') || undefined);
    const forge = getForge();
    const { body } = context;
    if (forge && context.path === '/token' && body.id_token) body.id_token = forge(readToken(body.id_token));
  });
  return provider;
}

/** Asks people to choose an account, as Google does. */
function makePolicy() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

function toClaims({ sub, email, emailVerified, name, claims }: ProviderPerson) {
  return { sub, email, email_verified: emailVerified, name, ...claims };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

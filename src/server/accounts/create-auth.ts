import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { AuthContext, BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, jwt, oauthPopup } from 'better-auth/plugins';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { signInLinkSchema } from '#shared/api/auth.ts';
import { mailedLinkSeconds, verificationLinkSeconds } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import type { PagePath } from '#shared/pages.ts';
import { cleanName } from '#shared/person-name.ts';
import type { Config } from '../config/config.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { accounts, jwks, profiles, session, signInMethods, verification } from '../database/schema.ts';
import { noteFailure, type RequestFailure, toAuthProblem, toCodedError } from '../http/answer-problem.ts';
import type { Reply, Request as ServerRequest } from '../http/app-types.ts';
import { describeForLog } from '../http/log.ts';
import type { RunningWork } from '../http/running-work.ts';
import { findOwnOrigins } from '../http/security.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { AccountLimits, RecentTries } from '../limits/recent-tries.ts';
import { requireVisitor, toMailbox } from '../limits/require-visitor.ts';
import {
  composeLinkMail,
  composeLockoutMail,
  composeNoticeMail,
  type Notice,
  type QueuedMail,
  queueMail,
} from '../mail/mails.ts';
import {
  describeToAuth,
  findProvider,
  hasOwnSignIn,
  type IdentityProvider,
  identityProviders,
  type SignInConfig,
  validateIdentity,
} from './identity-providers.ts';
import { endInvitation, readInvitation } from './invitations.ts';
import { hookSessions } from './token-sync.ts';

export interface AuthParts {
  readonly config: SignInConfig & Pick<Config, 'tokenSync'>;
  readonly queries: Queries;
  readonly queue: JobQueue;
  readonly work: Pick<RunningWork, 'endWorkOf'>;
  readonly recentTries: RecentTries;
  readonly limits: AccountLimits;
  readonly secret: string;
  readonly log: FastifyBaseLogger;
}

/** Passes the client address to better-auth. Removed from incoming requests. */
const addressHeader = 'x-benshi-address';

/** A session ends this long after the last visit; it is extended at most once a day. */
export const sessionSeconds = 7 * 24 * 3600;

/** better-auth counts UTF-16 units; the real limit is in the policy in src/shared. */
const longestPasswordUnits = 20_000;

/**
 * Configures better-auth.
 * @param publicUrl the public origin for links and cookies, whatever a request claims
 * @param provider its discovery document is loaded at the start; without the document it is not available
 */
export function createAuth(parts: AuthParts, publicUrl: string, provider?: IdentityProvider) {
  const { queries, recentTries, limits, log } = parts;
  return betterAuth({
    appName: 'Benshi',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: parts.secret,
    trustedOrigins: findOwnOrigins(publicUrl),
    telemetry: { enabled: false },
    database: drizzleAdapter(queries, {
      provider: 'pg',
      schema: { user: accounts, session, account: signInMethods, verification, jwks },
      transaction: true,
    }),
    databaseHooks: { ...createDatabaseHooks(parts, publicUrl), session: hookSessions(parts) },
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: longestPasswordUnits,
      resetPasswordTokenExpiresIn: mailedLinkSeconds,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        // With a password, the owner of the mailbox would share the account with whom the operator's provider signs in.
        if (!user.emailVerified && (await hasOwnSignIn(queries, user.id))) return;
        const mail = composeLinkMail('reset', `${publicUrl}/reset?token=${token}`);
        await postAccountMail(parts, { recipient: user.email, uid: user.id, ...mail });
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: verificationLinkSeconds,
      async sendVerificationEmail({ user, url }) {
        // By a mailed invitation.
        if (user.emailVerified) return;
        const mail = composeLinkMail('verification', url);
        await postAccountMail(parts, { recipient: user.email, uid: user.id, ...mail });
      },
    },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: sessionSeconds, cookieCache: { enabled: false } },
    account: { updateAccountOnSignIn: false },
    user: { validateUserInfo: validateIdentity(parts) },
    plugins: [
      oauthPopup(),
      signInLinks(),
      // Signs the tokens for another server.
      jwt({
        disableSettingJwtHeader: true,
        jwt: { issuer: publicUrl, audience: parts.config.tokenSync?.url ?? publicUrl },
      }),
      ...(provider ? [genericOAuth({ config: [describeToAuth(parts, provider)] })] : []),
    ],
    // Limits against guessing are in recent-tries.ts; reading the session has none.
    rateLimit: {
      enabled: true,
      window: limits.otherPerAddress.windowSeconds,
      max: limits.otherPerAddress.most,
      customRules: {
        '/get-session': false,
        '/sign-out': false,
        '/sign-in/email': false,
        '/sign-up/email': false,
        '/change-password': false,
      },
      customStorage: {
        async consume(key) {
          const result = await recentTries.take(['auth', key], limits.otherPerAddress);
          return result.isAllowed
            ? { allowed: true, retryAfter: null }
            : { allowed: false, retryAfter: result.retryAfterSeconds };
        },
      },
    },
    advanced: {
      // Reads a session with one query instead of two.
      database: { joins: true },
      cookiePrefix: 'benshi',
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // Set explicitly, because it is off by default where NODE_ENV is `test`.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: { level: 'error', log: (_level, ...said) => noteProblem(log, said) },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Filters better-auth's rows before they are written: drops fields that this product does not need, and creates the
 * profile record with the first way to sign in, in the same transaction.
 */
function createDatabaseHooks(
  parts: AuthParts,
  publicUrl: string,
): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        async before({ name, email, emailVerified, ...data }, context) {
          const token: unknown = context?.body?.invitation;
          const invited = typeof token === 'string' ? await readInvitation(parts, email, token) : undefined;
          await endInvitation(parts, email);
          const cleaned = { name: cleanName(makeStorable(name)), email, image: null };
          return { data: { ...data, ...cleaned, emailVerified: emailVerified || invited?.provesAddress } };
        },
      },
    },
    account: {
      create: {
        before: async data => {
          const provider = identityProviders.find(id => id === data.providerId);
          const isFirst = await makeProfile(parts.queries, data.userId, provider ?? 'local');
          // A password has a notice of its own.
          const known = provider && findProvider(parts.config, provider);
          if (!isFirst && known)
            await postNotice(parts, data.userId, { what: 'signIn', provider: known.name }, publicUrl);
          return { data: { ...data, ...withoutTokens } };
        },
      },
    },
  };
}

const withoutTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/** Keeps the existing record if a second way to sign in is added. @returns whether there was none */
async function makeProfile(queries: Queries, uid: string, authProvider: IdentityProvider | 'local') {
  const [person] = await queries
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, uid));
  if (!person) return true;
  const made = await queries
    .insert(profiles)
    .values({ uid, authProvider, ...person })
    .onConflictDoNothing()
    .returning({ uid: profiles.uid });
  return made.length > 0;
}

const problemsOfRequest = new AsyncLocalStorage<Error[]>();

/** Takes better-auth's log output. Its text may repeat user input, so the log gets only its location. */
function noteProblem(log: FastifyBaseLogger, said: readonly unknown[]): void {
  const error = said.find(each => each instanceof Error) ?? new Error();
  problemsOfRequest.getStore()?.push(error);
  const advice =
    'A sign-in, a registration or a link failed. If users cannot sign in, check database, mail server and clock with npm run doctor. The location shows which call failed.';
  log.error({ problem: describeForLog(error), advice }, 'better-auth had a problem');
}

/**
 * Passes a request to better-auth. When the database fails, better-auth answers 500 or 422 and only logs the reason;
 * here that error is thrown, so that a transaction around it is rolled back.
 * @throws CodedError `unavailable`, `storage_full`, and `bad_request` for a text that the database cannot store
 */
export async function answerOrThrow(answer: () => Promise<Response>): Promise<Response> {
  const problems: Error[] = [];
  const response = await problemsOfRequest.run(problems, answer);
  if (response.status < 400) return response;
  const failures = problems.map(toCodedError);
  const failure = failures.find(
    ({ code }) =>
      code === 'unavailable' || code === 'storage_full' || (code === 'bad_request' && response.status >= 500),
  );
  if (failure) throw failure;
  return response;
}

type AccountMailParts = Pick<AuthParts, 'queries' | 'queue' | 'recentTries' | 'limits'>;

/**
 * Queues a mail about an account. Anybody who knows an address can cause such mails, so each mailbox gets only a few an hour;
 * more are dropped silently, because a different answer would reveal who has an account.
 */
async function postAccountMail(parts: AccountMailParts, mail: QueuedMail): Promise<void> {
  const what = ['mail to', toMailbox(mail.recipient)];
  const { isAllowed } = await parts.recentTries.take(what, parts.limits.mailsPerMailbox);
  if (isAllowed) await queueMail(parts, mail);
}

/** Tells the owner of an account what was changed in it. Has a share of its own, so that nobody can keep such a mail away by causing others. */
export async function postNotice(parts: AccountMailParts, uid: string, notice: Notice, publicUrl: string) {
  const { queries, recentTries, limits } = parts;
  const [person] = await queries.select().from(accounts).where(eq(accounts.id, uid));
  if (!person) return;
  const { email: recipient, emailVerified } = person;
  const { isAllowed } = emailVerified
    ? await recentTries.take(['notice to', uid], limits.noticesPerAccount)
    : await recentTries.take(['notice to', toMailbox(recipient)], limits.noticesPerUnverifiedMailbox);
  const link = `${publicUrl}${'/account' satisfies PagePath}`;
  if (isAllowed) await queueMail(parts, { recipient, uid, ...composeNoticeMail(notice, link) });
}

/** better-auth's identifier of a password reset link; it stores only a hash of it. */
export const nameResetLink = (token: string) => `reset-password:${token}`;

const nameSignInLink = (token: string) => `sign-in-link:${token}`;

/**
 * Lets better-auth sign in once with the token of a mailed link. Its own `magicLink` uses GET, so that programs that scan mails would use
 * links up, stores the address instead of the account, and removes the password of an account with an unverified address.
 */
function signInLinks() {
  const endpoint = createAuthEndpoint(
    '/sign-in/link',
    { method: 'POST', body: signInLinkSchema },
    async context => {
      const { internalAdapter } = context.context;
      const link = await internalAdapter.consumeVerificationValue(nameSignInLink(context.body.token));
      const person = link && (await internalAdapter.findUserById(link.value));
      if (!person) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
      const session = await internalAdapter.createSession(person.id);
      await setSessionCookie(context, { session, user: person });
      return context.json({ status: true });
    },
  );
  return { id: 'sign-in-links', endpoints: { signInByLink: endpoint } } satisfies BetterAuthPlugin;
}

interface LinkParts extends AccountMailParts {
  readonly auth: { readonly $context: Promise<Pick<AuthContext, 'internalAdapter'>> };
  readonly publicUrl: string;
  /** How long the account can be locked at most. */
  readonly lockedSeconds: number;
}

/**
 * Mails a link to the owner of an account whose password is being guessed; nothing to an account without a password. If
 * the address was never verified, the link sets a new password: the present one may have been chosen by somebody
 * else, and a link that only signs in would leave the account to both.
 */
export async function postSignInLink(
  { auth, publicUrl, lockedSeconds, ...parts }: LinkParts,
  email: string,
): Promise<void> {
  const [person] = await parts.queries
    .select({ id: accounts.id, email: accounts.email, emailVerified: accounts.emailVerified })
    .from(accounts)
    .innerJoin(signInMethods, eq(signInMethods.userId, accounts.id))
    .where(and(eq(accounts.email, email), isNotNull(signInMethods.password)));
  if (!person) return;
  const token = randomBytes(24).toString('base64url');
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createVerificationValue({
    identifier: person.emailVerified ? nameSignInLink(token) : nameResetLink(token),
    value: person.id,
    expiresAt: new Date(Date.now() + mailedLinkSeconds * 1000),
  });
  const path: PagePath = person.emailVerified ? '/sign-in-link' : '/reset';
  const way = {
    url: `${publicUrl}${path}?token=${token}`,
    asksForPassword: !person.emailVerified,
    lockedSeconds,
  };
  await postAccountMail(parts, { recipient: person.email, uid: person.id, ...composeLockoutMail(way) });
}

/** Headers passed to better-auth. None that claim a client address or host. */
const passedHeaders = ['cookie', 'user-agent', 'accept'] as const;

/** @param publicUrl the public origin, whatever `Host` says */
export function toWebRequest(request: ServerRequest, publicUrl: string, body?: object): Request {
  const headers = passHeaders(request, publicUrl);
  if (body) headers.set('content-type', 'application/json');
  return new Request(findCalledUrl(request, publicUrl), {
    method: request.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Our router accepts variants of a URL that better-auth would not find. NUL is removed, as the database cannot store it. */
function findCalledUrl({ url, routeOptions }: ServerRequest, publicUrl: string): URL {
  const { search } = new URL(url, publicUrl);
  return new URL(`${routeOptions.url}${search.replaceAll('%00', '')}`, publicUrl);
}

export function keepParameters(request: Request, names: readonly string[]): Request {
  const url = new URL(request.url);
  for (const name of [...url.searchParams.keys()]) if (!names.includes(name)) url.searchParams.delete(name);
  return new Request(url, request);
}

function passHeaders(request: ServerRequest, publicUrl: string): Headers {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  // It takes only addresses: the first one of a visitor's network.
  headers.set(addressHeader, requireVisitor(request).replace(/\/\d+$/u, ''));
  // The origin was checked before (security.ts).
  headers.set('origin', publicUrl);
  return headers;
}

/** Makes better-auth delete the session cookies, even without a valid session. */
export function toSignOutRequest(request: ServerRequest, publicUrl: string): Request {
  const headers = passHeaders(request, publicUrl);
  headers.set('content-type', 'application/json');
  return new Request(new URL('/api/auth/sign-out', publicUrl), { method: 'POST', headers, body: '{}' });
}

export function keepCookies(reply: Reply, response: Response): void {
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}

export async function sendWebResponse(reply: Reply, response: Response): Promise<Reply> {
  if (response.status >= 500) {
    noteFailure(new CodedError('internal'), reply.request);
    return reply.code(500).send(toAuthProblem(new CodedError('internal')));
  }
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  keepCookies(reply, response);
  const retryAfter = response.headers.get('x-retry-after');
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
  const text = await response.text();
  reply.request.failure = findFailure(response, text);
  // better-auth puts the session token into the body, too, which the closing popup would pass to its opener, for any script to read.
  return reply.code(response.status).send(text.replaceAll(/"token":"[^"]*"/gu, '"token":"in the cookie"'));
}

/**
 * Error names of identity providers (RFC 6749, 4.1.2.1) and better-auth in redirect URLs. A made-up URL can contain
 * anything, so only these names are logged.
 */
const namesInAddresses: ReadonlySet<string> = new Set([
  'access_denied',
  'invalid_request',
  'server_error',
  'temporarily_unavailable',
  'account_not_linked',
  'domain_not_allowed',
  'email_not_found',
  'signup_disabled',
  'state_mismatch',
  'state_not_found',
  'invalid_token',
  'token_expired',
  'user_not_found',
  'popup_sign_in_failed',
]);

/** A failure in better-auth's answer: JSON problem, redirect with `error`, or the popup's page. */
function findFailure(response: Response, text: string): RequestFailure | undefined {
  if (response.status >= 400) {
    const [, code] = /"code":"([A-Z_]+)"/u.exec(text) ?? [];
    return { code: code?.slice(0, 64) ?? 'declined' };
  }
  const [, inAddress] = /[?&]error=(\w+)/u.exec(response.headers.get('location') ?? '') ?? [];
  const [, inPage] = /"error":\{"code":"(\w+)"/u.exec(text) ?? [];
  const name = (inAddress ?? inPage)?.toLowerCase();
  if (name === undefined) return undefined;
  return { code: namesInAddresses.has(name) ? name : 'sign_in_failed' };
}

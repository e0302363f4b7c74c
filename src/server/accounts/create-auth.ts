import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, jwt, oauthPopup } from 'better-auth/plugins';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { mailedLinkSeconds, verificationLinkSeconds } from '#shared/defaults.ts';
import { cleanName } from '#shared/person-name.ts';
import type { Config } from '../config/config.ts';
import * as authSchema from '../database/auth-schema.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { users } from '../database/schema.ts';
import { findOwnOrigins } from '../http/check-requests.ts';
import { describeForLog } from '../http/describe-for-log.ts';
import type { RunningWork } from '../http/running-work.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import { composeResetMail, composeVerificationMail } from '../mail/mail-texts.ts';
import type { AccountLimits } from './account-limits.ts';
import { removeUnverifiedAccount } from './delete-account.ts';
import { postAccountMail, postNotice, signInLinks } from './mailed-links.ts';
import { hookSessions } from './token-sync.ts';

export interface AuthParts {
  readonly config: Pick<Config, 'google' | 'tokenSync'>;
  readonly queries: Queries;
  readonly queue: JobQueue;
  readonly work: Pick<RunningWork, 'endWorkOf'>;
  readonly recentTries: RecentTries;
  readonly limits: AccountLimits;
  readonly secret: string;
  readonly log: FastifyBaseLogger;
}

/** Passes the client address to better-auth. Removed from incoming requests. */
export const addressHeader = 'x-benshi-address';

/** A session ends this long after the last visit; it is extended at most once a day. */
export const sessionSeconds = 7 * 24 * 3600;

/** better-auth counts UTF-16 units; the real limit is in the policy in src/shared. */
const longestPasswordUnits = 20_000;

/**
 * Configures better-auth.
 * @param publicUrl the public origin for links and cookies, whatever a request claims
 * @param withGoogle loads Google's discovery document at the start; without the document Google is not available
 */
export function createAuth(parts: AuthParts, publicUrl: string, withGoogle: boolean) {
  const { queries, recentTries, limits, log } = parts;
  return betterAuth({
    appName: 'Benshi',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: parts.secret,
    trustedOrigins: findOwnOrigins(publicUrl),
    telemetry: { enabled: false },
    database: drizzleAdapter(queries, { provider: 'pg', schema: authSchema, transaction: true }),
    databaseHooks: { ...createDatabaseHooks(parts, publicUrl), session: hookSessions(parts) },
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: longestPasswordUnits,
      resetPasswordTokenExpiresIn: mailedLinkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        postAccountMail(parts, {
          recipient: user.email,
          uid: user.id,
          ...composeResetMail(`${publicUrl}/reset?token=${token}`),
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: verificationLinkSeconds,
      sendVerificationEmail: ({ user, url }) =>
        postAccountMail(parts, {
          recipient: user.email,
          uid: user.id,
          ...composeVerificationMail(url),
        }),
    },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: sessionSeconds, cookieCache: { enabled: false } },
    account: { updateAccountOnSignIn: false },
    plugins: [
      oauthPopup(),
      signInLinks(),
      // Signs the tokens for another server (token-sync.ts).
      jwt({
        disableSettingJwtHeader: true,
        jwt: { issuer: publicUrl, audience: parts.config.tokenSync?.url ?? publicUrl },
      }),
      ...(withGoogle ? [createGoogle(parts)] : []),
    ],
    // Limits against guessing are in account-limits.ts; reading the session has none.
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

function createGoogle(parts: AuthParts) {
  const { google } = parts.config;
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        clientId: google.clientId ?? '',
        clientSecret: google.clientSecret ?? '',
        discoveryUrl: google.discoveryUrl,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        pkce: true,
        requireIdTokenVerification: true,
        async mapProfileToUser({ name, email, email_verified, sub }) {
          // Providers send a boolean or a string; missing means no.
          const emailVerified = String(email_verified) === 'true';
          if (emailVerified && email) await removeUnverifiedAccount(parts, { email, sub: String(sub) });
          return { name: name ?? '', emailVerified };
        },
      },
    ],
  });
}

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
        before: async data => ({ data: { ...data, name: cleanName(makeStorable(data.name)), image: null } }),
      },
    },
    account: {
      create: {
        before: async data => {
          const provider = data.providerId === 'credential' ? 'local' : 'google';
          // A password has a notice of its own.
          if (!(await makeProfile(parts.queries, data.userId, provider)) && provider === 'google')
            await postNotice(parts, data.userId, 'google', publicUrl);
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
async function makeProfile(queries: Queries, uid: string, authProvider: 'google' | 'local') {
  const [person] = await queries
    .select({ name: authSchema.user.name, email: authSchema.user.email })
    .from(authSchema.user)
    .where(eq(authSchema.user.id, uid));
  if (!person) return true;
  const made = await queries
    .insert(users)
    .values({ uid, authProvider, ...person })
    .onConflictDoNothing()
    .returning({ uid: users.uid });
  return made.length > 0;
}

/** The errors that better-auth logged during one request. */
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

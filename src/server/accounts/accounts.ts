import { isAPIError } from 'better-auth/api';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { CodedError } from '#shared/errors.ts';
import type { PagePath } from '#shared/pages.ts';
import { describeMissingGoogle } from '../config/accounts.ts';
import type { Config } from '../config/config.ts';
import type { Account } from '../guards/guards.ts';
import { describeForLog } from '../http/describe-for-log.ts';
import type { Job } from '../jobs/job-queue.ts';
import { getLockedSeconds } from './account-limits.ts';
import { answerOrThrow } from './auth-problems.ts';
import { type Auth, type AuthParts, createAuth } from './create-auth.ts';
import { findSessionOwner } from './find-session-owner.ts';
import { nameResetLink, postSignInLink } from './mailed-links.ts';
import type { TokenClaims } from './token-sync.ts';

export interface AccountsParts extends AuthParts {
  /** The public origin; known once the server listens. */
  readonly getPublicUrl: () => string;
}

/** Time limit for Google's discovery document. */
const discoveryTimeoutMs = 5000;

/** Looks up and creates accounts, sessions and links. */
export class Accounts {
  readonly #parts: AccountsParts;
  #auth: Auth | undefined;
  #authWithGoogle: Promise<Auth> | undefined;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  get publicUrl(): string {
    return this.#parts.getPublicUrl();
  }

  /** Loads at the start what better-auth would load on its first call, which would block all requests. Logs what is missing for Google. */
  async prepare(): Promise<void> {
    await this.#getAuth().api.ok();
    // Visitors see no Google button in this case.
    const reason = describeMissingGoogle(this.#parts.config.google);
    if (reason !== undefined) this.#parts.log.info({ reason }, 'nobody can sign in with Google');
  }

  /**
   * Passes a request to better-auth.
   * @throws CodedError when the database fails
   */
  async answer(request: Request): Promise<Response> {
    return answerOrThrow(() => this.#getAuth().handler(request));
  }

  /** Like {@link answer}, for routes that need Google. Without it they answer that the provider is unknown. */
  async answerWithGoogle(request: Request): Promise<Response> {
    const auth = (await this.#findAuthWithGoogle()) ?? this.#getAuth();
    return answerOrThrow(() => auth.handler(request));
  }

  /**
   * Creates an account with its profile, first session and verification mail, in one transaction, because better-auth
   * sends that mail after its own transaction.
   */
  answerSignUp(request: Request): Promise<Response> {
    return this.#parts.queries.transaction(() => this.answer(request));
  }

  /**
   * Sets a new password, by a link or by the old password. Using up the link, changing the password and ending all
   * sessions is one transaction.
   * @param whenSet runs in the same transaction
   */
  answerNewPassword(request: Request, whenSet: () => Promise<void>): Promise<Response> {
    return this.#parts.queries.transaction(async () => {
      const response = await this.answer(request);
      if (response.ok) await whenSet();
      return response;
    });
  }

  /** Signs in with the token of a mailed link, which is used up when a session starts. */
  answerSignInLink(request: Request): Promise<Response> {
    return this.#parts.queries.transaction(() => this.answer(request));
  }

  /** The account that a reset link belongs to, while it is valid. Does not use up the link. */
  async findResetOwner(token: string): Promise<{ uid: string; email: string; name: string } | undefined> {
    const { internalAdapter } = await this.#getAuth().$context;
    const link = await internalAdapter.findVerificationValue(nameResetLink(token));
    if (!link || link.expiresAt < new Date()) return undefined;
    const person = await internalAdapter.findUserById(link.value);
    return person ? { uid: person.id, email: person.email, name: person.name } : undefined;
  }

  /** The signed-in account, from the cookies of a request. Read-only: sessions are extended where the page reads its session. */
  async findAccount(cookie: string | undefined): Promise<Account | undefined> {
    if (!cookie) return undefined;
    const { authCookies, secret } = await this.#getAuth().$context;
    return findSessionOwner(this.#parts.queries, cookie, { name: authCookies.sessionToken.name, secret });
  }

  /** @throws CodedError `unauthorized` without a session */
  async requireAccount(request: { headers: { cookie?: string | undefined } }): Promise<Account> {
    const account = await this.findAccount(request.headers.cookie);
    if (!account) throw new CodedError('unauthorized');
    return account;
  }

  /**
   * Checks the signed-in user's password. Costs as much as a sign-in.
   * @throws CodedError `unauthorized` without a session
   */
  async isPassword(cookie: string | undefined, password: string): Promise<boolean> {
    try {
      await this.#getAuth().api.verifyPassword({
        body: { password },
        headers: new Headers({ cookie: cookie ?? '' }),
      });
      return true;
    } catch (error) {
      if (!isAPIError(error)) throw error;
      if (error.body?.code === 'INVALID_PASSWORD') return false;
      // The session ended in between.
      throw new CodedError('unauthorized', { cause: error });
    }
  }

  /** Whether the session started after a time. */
  async isSignedInSince(cookie: string | undefined, timestampOf: Date): Promise<boolean> {
    const found = await this.#getAuth().api.getSession({
      headers: new Headers({ cookie: cookie ?? '' }),
      query: { disableRefresh: true },
    });
    return found !== null && found.session.createdAt >= timestampOf;
  }

  async postVerificationMail({ email }: Account, cookie: string | undefined): Promise<void> {
    await this.#getAuth().api.sendVerificationEmail({
      body: { email, callbackURL: pageAfterVerification },
      headers: new Headers({ cookie: cookie ?? '' }),
    });
  }

  /** Runs a password reset job: link, mail and end of the job are one transaction. */
  async doPasswordReset({ data, complete }: Job<'password-reset'>): Promise<void> {
    await this.#parts.queries.transaction(async () => {
      await this.#getAuth().api.requestPasswordReset({ body: { email: data.email } });
      await complete();
    });
  }

  /** Runs a job for a locked account: link, mail and end of the job are one transaction. */
  async doLockoutMail({ data, complete }: Job<'lockout-mail'>): Promise<void> {
    const { queries, limits } = this.#parts;
    const parts = {
      ...this.#parts,
      auth: this.#getAuth(),
      publicUrl: this.publicUrl,
      lockedSeconds: getLockedSeconds(limits),
    };
    await queries.transaction(async () => {
      await postSignInLink(parts, data.email);
      await complete();
    });
  }

  /** Signs a token for another server. */
  async signToken(claims: TokenClaims): Promise<string> {
    const { token } = await this.#getAuth().api.signJWT({ body: { payload: { ...claims } } });
    return token;
  }

  #getAuth(): Auth {
    this.#auth ??= createAuth(this.#parts, this.publicUrl, false);
    return this.#auth;
  }

  /** Loads Google's discovery document on first use, and again after a failure. */
  async #findAuthWithGoogle(): Promise<Auth | undefined> {
    if (!isGoogleConfigured(this.#parts.config)) return undefined;
    this.#authWithGoogle ??= openWithGoogle(this.#parts, this.publicUrl);
    try {
      return await this.#authWithGoogle;
    } catch (error) {
      this.#authWithGoogle = undefined;
      const advice =
        'Sign-in with Google does not work until this succeeds; each sign-in retries it. Check with npm run doctor whether this machine reaches accounts.google.com and whether its clock is right.';
      this.#parts.log.error({ problem: describeForLog(error), advice }, 'Google could not be reached');
      return undefined;
    }
  }
}

/** The page that the link in a verification mail finally opens. */
export const pageAfterVerification = '/dashboard' satisfies PagePath;

export function isGoogleConfigured({ google }: Pick<Config, 'google'>): boolean {
  return google.clientId !== undefined && google.clientSecret !== undefined;
}

async function openWithGoogle(parts: AccountsParts, publicUrl: string): Promise<Auth> {
  const auth = createAuth(parts, publicUrl, true);
  const { socialProviders } = await waitAtMost(discoveryTimeoutMs, auth.$context, () => {
    throw new CodedError('unavailable');
  });
  if (!socialProviders.some(({ id }) => id === 'google'))
    throw new CodedError('unavailable', {
      message: 'The discovery document of Google sign-in could not be read.',
    });
  return auth;
}

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
import { nameResetLink, postWayIn } from './mailed-links.ts';
import type { TokenClaims } from './token-sync.ts';

export interface AccountsParts extends AuthParts {
  /** The origin that people see; known once the server listens. */
  readonly getPublicUrl: () => string;
}

/** Google is asked for its addresses in so much time, or the sign-in says that it cannot be reached. */
const discoveryPatienceMs = 5000;

/** Where accounts, sessions and links are looked up and made. */
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

  /**
   * Has better-auth load what it loads with its first call, so that no visitor's request does, and holds up all others. Says
   * in the log what is missing for Google.
   */
  async prepare(): Promise<void> {
    await this.#getAuth().api.ok();
    // Visitors are not told: they see no button for it.
    const reason = describeMissingGoogle(this.#parts.config.google);
    if (reason !== undefined) this.#parts.log.info({ reason }, 'nobody can sign in with Google');
  }

  /**
   * Lets better-auth answer a request to one of its own addresses.
   * @throws CodedError when the database fails
   */
  async answer(request: Request): Promise<Response> {
    return answerOrThrow(() => this.#getAuth().handler(request));
  }

  /** Like {@link answer}, for addresses that need Google. Without it they answer that there is no such provider. */
  async answerWithGoogle(request: Request): Promise<Response> {
    const auth = (await this.#findAuthWithGoogle()) ?? this.#getAuth();
    return answerOrThrow(() => auth.handler(request));
  }

  /**
   * Makes an account: with its profile, its first session and the mail that asks to confirm the address, or not at all.
   * better-auth posts that mail after a transaction of its own, so there is one around it.
   */
  answerSignUp(request: Request): Promise<Response> {
    return this.#parts.queries.transaction(() => this.answer(request));
  }

  /**
   * Sets a new password, by a link or by the password so far. The link is used up, the password is changed and all sessions
   * end together or not at all.
   * @param whenSet what belongs to it
   */
  answerNewPassword(request: Request, whenSet: () => Promise<void>): Promise<Response> {
    return this.#parts.queries.transaction(async () => {
      const response = await this.answer(request);
      if (response.ok) await whenSet();
      return response;
    });
  }

  /** Signs in with the token of a mailed link, which is used up when a session begins. */
  answerSignInLink(request: Request): Promise<Response> {
    return this.#parts.queries.transaction(() => this.answer(request));
  }

  /** Whose password a mailed link changes, as long as it can. The link is not used up. */
  async findResetOwner(token: string): Promise<{ uid: string; email: string; name: string } | undefined> {
    const { internalAdapter } = await this.#getAuth().$context;
    const link = await internalAdapter.findVerificationValue(nameResetLink(token));
    if (!link || link.expiresAt < new Date()) return undefined;
    const person = await internalAdapter.findUserById(link.value);
    return person ? { uid: person.id, email: person.email, name: person.name } : undefined;
  }

  /**
   * Who is signed in, from the cookies of a request. Nothing is written; sessions are prolonged where the page reads
   * its session.
   */
  async findAccount(cookie: string | undefined): Promise<Account | undefined> {
    if (!cookie) return undefined;
    const { authCookies, secret } = await this.#getAuth().$context;
    return findSessionOwner(this.#parts.queries, cookie, { name: authCookies.sessionToken.name, secret });
  }

  /**
   * @throws CodedError `unauthorized` when nobody is signed in
   */
  async requireAccount(request: { headers: { cookie?: string | undefined } }): Promise<Account> {
    const account = await this.findAccount(request.headers.cookie);
    if (!account) throw new CodedError('unauthorized');
    return account;
  }

  /**
   * Whether a password is that of the signed-in user. Costs as much as a sign-in.
   * @throws CodedError `unauthorized` when nobody is
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
      // The session ended meanwhile.
      throw new CodedError('unauthorized', { cause: error });
    }
  }

  /** Whether the signed-in user did so after a moment. */
  async isSignedInSince(cookie: string | undefined, timestampOf: Date): Promise<boolean> {
    const found = await this.#getAuth().api.getSession({
      headers: new Headers({ cookie: cookie ?? '' }),
      query: { disableRefresh: true },
    });
    return found !== null && found.session.createdAt >= timestampOf;
  }

  /** Posts the link once more that verifies the address of an account. */
  async postVerificationMail({ email }: Account, cookie: string | undefined): Promise<void> {
    await this.#getAuth().api.sendVerificationEmail({
      body: { email, callbackURL: pageAfterVerification },
      headers: new Headers({ cookie: cookie ?? '' }),
    });
  }

  /** Does the job of a request for a new password: the link, the mail and the end of the job are one. */
  async doPasswordReset({ data, complete }: Job<'password-reset'>): Promise<void> {
    await this.#parts.queries.transaction(async () => {
      await this.#getAuth().api.requestPasswordReset({ body: { email: data.email } });
      await complete();
    });
  }

  /** Does the job of a refused sign-in: the link, the mail and the end of the job are one. */
  async doLockoutMail({ data, complete }: Job<'lockout-mail'>): Promise<void> {
    const { queries, limits } = this.#parts;
    const parts = {
      ...this.#parts,
      auth: this.#getAuth(),
      publicUrl: this.publicUrl,
      lockedSeconds: getLockedSeconds(limits),
    };
    await queries.transaction(async () => {
      await postWayIn(parts, data.email);
      await complete();
    });
  }

  /** Signs what another server is told. */
  async signToken(claims: TokenClaims): Promise<string> {
    const { token } = await this.#getAuth().api.signJWT({ body: { payload: { ...claims } } });
    return token;
  }

  #getAuth(): Auth {
    this.#auth ??= createAuth(this.#parts, this.publicUrl, false);
    return this.#auth;
  }

  /** Google is looked for when it is first needed, and again whenever it could not be found. */
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

/** Where the link in a verification mail leads to in the end. */
export const pageAfterVerification = '/dashboard' satisfies PagePath;

export function isGoogleConfigured({ google }: Pick<Config, 'google'>): boolean {
  return google.clientId !== undefined && google.clientSecret !== undefined;
}

async function openWithGoogle(parts: AccountsParts, publicUrl: string): Promise<Auth> {
  const auth = createAuth(parts, publicUrl, true);
  const { socialProviders } = await waitAtMost(discoveryPatienceMs, auth.$context, () => {
    throw new CodedError('unavailable');
  });
  if (!socialProviders.some(({ id }) => id === 'google'))
    throw new CodedError('unavailable', {
      message: 'The discovery document of Google sign-in could not be read.',
    });
  return auth;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import { parseCookies } from 'better-auth/cookies';
import { and, eq, gt } from 'drizzle-orm';
import type { TokenScope } from '#shared/api/tokens.ts';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { invitationSeconds } from '#shared/defaults.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import type { PagePath } from '#shared/pages.ts';
import { describeMissingGoogle } from '../config/accounts.ts';
import type { Config } from '../config/config.ts';
import { accounts, session } from '../database/schema.ts';
import type { Account } from '../guards/guards.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { describeForLog } from '../http/log.ts';
import { isForOthers, isFromThisMachine } from '../http/security.ts';
import type { Job } from '../jobs/job-queue.ts';
import { getLockedSeconds } from '../limits/recent-tries.ts';
import { ApiTokens, readBearer } from './api-tokens.ts';
import {
  type Auth,
  type AuthParts,
  answerOrThrow,
  createAuth,
  keepParameters,
  nameResetLink,
  postNotice,
  postSignInLink,
  toSignOutRequest,
  toWebRequest,
} from './create-auth.ts';
import { findProvider, type IdentityProvider } from './identity-providers.ts';
import { readInvitation } from './invitations.ts';
import type { TokenClaims } from './token-sync.ts';

export interface AccountsParts extends AuthParts {
  readonly config: Config;
  /** The public origin; known once the server listens. */
  readonly getPublicUrl: () => string;
}

const discoveryTimeoutMs = 5000;
/** For a provider's answers at the end of a sign-in; who waits keeps others from signing in. */
const providerTimeoutMs = 15_000;

export class Accounts {
  readonly tokens: ApiTokens;
  readonly #parts: AccountsParts;
  #auth: Auth | undefined;
  readonly #authWith = new Map<IdentityProvider, Promise<Auth>>();

  constructor(parts: AccountsParts) {
    this.#parts = parts;
    this.tokens = new ApiTokens(parts);
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
   * @param body replaces the original: checked, with known fields only
   * @throws CodedError when the database fails
   */
  async answer(request: Request, body?: object): Promise<Response> {
    const passed = toWebRequest(request, this.publicUrl, body);
    return answerOrThrow(() => this.#getAuth().handler(passed));
  }

  /**
   * Like {@link answer}, for routes that need a provider. Without it they answer that it is unknown.
   * @param parameters to pass on; others are dropped
   */
  async answerWith(
    provider: IdentityProvider,
    request: Request,
    parameters: readonly string[],
  ): Promise<Response> {
    const passed = keepParameters(toWebRequest(request, this.publicUrl), parameters);
    const auth = (await this.#findAuthWith(provider)) ?? this.#getAuth();
    const answer = answerOrThrow(() => auth.handler(passed));
    const failed = new URL('/api/auth/error', this.publicUrl);
    return waitAtMost(providerTimeoutMs, answer, () => Response.redirect(failed));
  }

  /**
   * Refuses a registration with a password where nobody new is taken, unless the address is invited.
   * @throws CodedError `forbidden`
   */
  async requireSignUp(email: string, token: string | undefined): Promise<void> {
    const { config } = this.#parts;
    if (config.isSignUpOpen) return;
    if (token === undefined) throw refuse('forbidden', accountErrors.signUpOff);
    if (!(await readInvitation(this.#parts, email, token)))
      throw refuse('forbidden', accountErrors.badInvitation, { time: describeDuration(invitationSeconds) });
  }

  /** @throws CodedError `forbidden` where nobody signs in with a password */
  requirePasswords(): void {
    if (!this.#parts.config.hasPasswordSignIn) throw refuse('forbidden', accountErrors.passwordsOff);
  }

  /** Ends the session of any request and deletes its cookies, even without a valid session. */
  async answerSignOut(request: Request): Promise<Response> {
    const passed = toSignOutRequest(request, this.publicUrl);
    return answerOrThrow(() => this.#getAuth().handler(passed));
  }

  /**
   * Like {@link answer}, in one transaction: better-auth sends the mail of a registration after its own, and a mailed link is used
   * up only if what it is for happens.
   * @param whenDone runs in the same transaction if it succeeded
   */
  answerAtOnce(request: Request, body: object, whenDone?: () => Promise<void>): Promise<Response> {
    return this.#parts.queries.transaction(async () => {
      const response = await this.answer(request, body);
      if (response.ok) await whenDone?.();
      return response;
    });
  }

  /** The account that a reset link belongs to, while it is valid. Does not use up the link. */
  async findResetOwner(token: string): Promise<{ uid: string; email: string; name: string } | undefined> {
    const { internalAdapter } = await this.#getAuth().$context;
    const link = await internalAdapter.findVerificationValue(nameResetLink(token));
    if (!link || link.expiresAt < new Date()) return undefined;
    const person = await internalAdapter.findUserById(link.value);
    return person ? { uid: person.id, email: person.email, name: person.name } : undefined;
  }

  /**
   * The signed-in account, from the `Cookie` header. One query, none without a token signed by this server. Does the same as
   * better-auth's `getSession` in less than half the time, as every guarded call needs it. Read-only: sessions are extended where
   * the page reads its session.
   */
  async findAccount(cookie: string | undefined): Promise<Account | undefined> {
    if (!cookie) return undefined;
    const { authCookies, secret } = await this.#getAuth().$context;
    const token = readSignedToken(parseCookies(cookie).get(authCookies.sessionToken.name) ?? '', secret);
    if (token === undefined) return undefined;
    const [owner] = await this.#parts.queries
      .select({ uid: accounts.id, email: accounts.email, emailVerified: accounts.emailVerified })
      .from(session)
      .innerJoin(accounts, eq(accounts.id, session.userId))
      .where(and(eq(session.token, token), gt(session.expiresAt, new Date())));
    return owner;
  }

  /**
   * The account of a call: of its token if it has one, else of its session.
   * @param scopes what a token must allow; undefined if only a session may do this
   * @throws CodedError `unauthorized` without either, else as {@link ApiTokens.requireOwner}
   */
  async requireAccount(request: Request, reply: Reply, scopes?: readonly TokenScope[]): Promise<Account> {
    const token = readBearer(request.headers.authorization);
    if (token !== undefined) return this.tokens.requireOwner(token, { request, reply, scopes });
    const account = await this.findAccount(request.headers.cookie);
    if (account) return account;
    if (scopes) reply.header('www-authenticate', 'Bearer');
    throw new CodedError('unauthorized');
  }

  /** The account of a token that may narrate, or of the session; undefined for visitors. */
  async findSpeaker({ headers: { authorization, cookie } }: Request): Promise<Account | undefined> {
    const token = readBearer(authorization);
    return token === undefined ? this.findAccount(cookie) : this.tokens.findOwner(token, 'narrate');
  }

  /** Whether private voices, and ids that no list has, are for whoever sent this; on a server for this machine only they are for its user. */
  async mayUseAllVoices(request: Request): Promise<boolean> {
    const { config } = this.#parts;
    if (!isForOthers(config) && isFromThisMachine(request)) return true;
    const speaker = config.ownVoicesEmails.length > 0 ? await this.findSpeaker(request) : undefined;
    return speaker?.emailVerified === true && config.ownVoicesEmails.includes(speaker.email.toLowerCase());
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

  async postPasswordNotice(uid: string): Promise<void> {
    await postNotice(this.#parts, uid, { what: 'password' }, this.publicUrl);
  }

  /** Runs a password reset job: link, mail and end of the job are one transaction. */
  async doPasswordReset({ data, complete }: Job<'password-reset'>): Promise<void> {
    const { config, queries } = this.#parts;
    await queries.transaction(async () => {
      if (config.hasPasswordSignIn)
        await this.#getAuth().api.requestPasswordReset({ body: { email: data.email } });
      await complete();
    });
  }

  async doLockoutMail({ data, complete }: Job<'lockout-mail'>): Promise<void> {
    const { config, queries, limits } = this.#parts;
    const parts = {
      ...this.#parts,
      auth: this.#getAuth(),
      publicUrl: this.publicUrl,
      lockedSeconds: getLockedSeconds(limits),
    };
    await queries.transaction(async () => {
      if (config.hasPasswordSignIn) await postSignInLink(parts, data.email);
      await complete();
    });
  }

  async signToken(claims: TokenClaims): Promise<string> {
    const { token } = await this.#getAuth().api.signJWT({ body: { payload: { ...claims } } });
    return token;
  }

  #getAuth(): Auth {
    this.#auth ??= createAuth(this.#parts, this.publicUrl);
    return this.#auth;
  }

  /** Retried on the next sign-in after a failure. */
  async #findAuthWith(provider: IdentityProvider): Promise<Auth | undefined> {
    const known = findProvider(this.#parts.config, provider);
    if (!known) return undefined;
    const opening = this.#authWith.get(provider) ?? openWith(this.#parts, this.publicUrl, provider);
    this.#authWith.set(provider, opening);
    try {
      return await opening;
    } catch (error) {
      this.#authWith.delete(provider);
      const { host } = new URL(known.discoveryUrl);
      const advice = `Sign-in with it does not work until this succeeds; each sign-in retries it. Check whether this machine reaches ${host}, with npm run doctor whether its clock is right, and OIDC_ISSUER if it is your own.`;
      this.#parts.log.error({ problem: describeForLog(error), provider, advice }, unreachable);
      return undefined;
    }
  }
}

const unreachable = 'a sign-in provider could not be reached';

export const pageAfterVerification = '/dashboard' satisfies PagePath;

async function openWith(parts: AccountsParts, publicUrl: string, provider: IdentityProvider): Promise<Auth> {
  const auth = createAuth(parts, publicUrl, provider);
  const { socialProviders } = await waitAtMost(discoveryTimeoutMs, auth.$context, () => {
    throw new CodedError('unavailable');
  });
  if (!socialProviders.some(({ id }) => id === provider))
    throw new CodedError('unavailable', {
      message: 'The discovery document of a sign-in provider could not be read.',
    });
  return auth;
}

/** The token, if its suffix is its HMAC-SHA256 in base64, as better-auth writes it. */
function readSignedToken(value: string, secret: string): string | undefined {
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const right = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
}

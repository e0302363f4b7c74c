import { eq } from 'drizzle-orm';
import {
  changedPasswordSchema,
  newPasswordSchema,
  resetLinkAnswerSchema,
  resetLinkSchema,
  resetRequestSchema,
  signInLinkSchema,
  signInSchema,
  signUpSchema,
} from '#shared/api/auth.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxPasswordCharacters, minPasswordCharacters } from '#shared/limits.ts';
import { accountErrors, newPasswordErrors } from '#shared/messages/account-errors.ts';
import { type FilledMessage, fill, type Message, t } from '#shared/messages/message.ts';
import { checkPassword, type PasswordRequirementId } from '#shared/password-policy.ts';
import { accounts } from '../database/schema.ts';
import { type Account, type Limit, limitTries, openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { findOwnOrigins } from '../http/security.ts';
import { RecentTries, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor, toMailbox } from '../limits/require-visitor.ts';
import { pageAfterVerification } from './accounts.ts';
import { sendWebResponse } from './create-auth.ts';
import { type IdentityProvider, identityProviders } from './identity-providers.ts';
import type { Chooser } from './password-strength.ts';
import {
  type AccountParts,
  forAuthClient,
  forgetFailures,
  hasPassword,
  limitedByBetterAuth,
  limitOwnPassword,
  limitSignIn,
  rememberPlace,
  sendSession,
  sendSignIn,
} from './sign-in.ts';

/** Routes that better-auth answers, only those that this product uses. Our code checks fields, password policy and limits first. */
export function addAuthRoutes(routes: Routes, parts: AccountParts): void {
  addPasswordRoutes(routes, parts);
  addVerificationRoute(routes, parts);
  addProviderRoutes(routes, parts);
  const { accounts } = parts;

  routes.add({
    method: 'GET',
    url: '/api/auth/get-session',
    ...forAuthClient('The session, or null', {}),
    guards: openToAll,
    handler: async (request, reply) => sendSession(parts, reply, await accounts.answer(request)),
  });

  routes.add({
    method: 'GET',
    url: '/api/auth/jwks',
    ...forAuthClient('The public keys of signed tokens', {}),
    guards: limitedByBetterAuth,
    handler: async (request, reply) => sendWebResponse(reply, await accounts.answer(request)),
  });

  routes.add({
    method: 'POST',
    url: '/api/auth/sign-out',
    ...forAuthClient('Ends the session', {}),
    guards: openToAll,
    handler: async (request, reply) => sendWebResponse(reply, await accounts.answerSignOut(request)),
  });
}

function addVerificationRoute(routes: Routes, { accounts }: AccountParts): void {
  routes.add({
    method: 'GET',
    url: '/api/auth/verify-email',
    ...forAuthClient('Where the link in a verification mail leads', {}, [200, 302]),
    guards: limitedByBetterAuth,
    async handler(request, reply) {
      const email = readClaimedEmail(request);
      const account = await accounts.findAccount(request.headers.cookie);
      // Mail programs that open links, or a click on an unwanted link, must not verify the address for a stranger who registered it.
      if (email !== undefined && account?.email !== email)
        return reply.redirect('/login?error=SIGN_IN_TO_VERIFY');
      return sendWebResponse(reply, await accounts.answer(request));
    },
  });
}

function addProviderRoutes(routes: Routes, parts: AccountParts): void {
  const pass = async (provider: IdentityProvider, reply: Reply, parameters: readonly string[]) => {
    // The popup must still reach the page that opened it after the provider's pages.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendSignIn(parts, reply, await parts.accounts.answerWith(provider, reply.request, parameters));
  };
  routes.add({
    method: 'GET',
    url: '/api/auth/oauth-popup/start',
    ...forAuthClient('Starts a sign-in with a provider', { produces: ['text/html'] }, [200, 302]),
    guards: limitedByBetterAuth,
    handler(request, reply) {
      const { provider } = request.query as { provider?: unknown };
      const known = provider === 'oidc' ? provider : 'google';
      // Drops better-auth's other parameters: scopes, redirect addresses, state data.
      return pass(known, reply, ['provider', 'popupOrigin', 'popupNonce']);
    },
  });
  for (const provider of identityProviders)
    routes.add({
      method: 'GET',
      url: `/api/auth/callback/${provider}`,
      ...forAuthClient('Where a provider sends people back', { produces: ['text/html'] }, [200, 302]),
      guards: limitedByBetterAuth,
      handler: (_request, reply) =>
        pass(provider, reply, ['code', 'error', 'error_description', 'iss', 'state']),
    });
  routes.add({
    method: 'GET',
    url: '/api/auth/error',
    ...forAuthClient('A failed sign-in without a popup', {}, [302]),
    guards: openToAll,
    handler: (_request, reply) => reply.redirect('/login?error=SIGN_IN_FAILED'),
  });
}

/** The address in a verification link, before its signature is checked. */
function readClaimedEmail(request: Request): string | undefined {
  const { token } = request.query as { token?: unknown };
  try {
    const [, claims = ''] = String(token).split('.');
    const { email } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { email?: unknown };
    return typeof email === 'string' ? email : undefined;
  } catch {
    return undefined;
  }
}

function addPasswordRoutes(routes: Routes, parts: AccountParts): void {
  addResetRoutes(routes, parts);
  addChangeRoute(routes, parts);
  const { accounts, recentTries, accountLimits } = parts;
  routes.add({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    ...forAuthClient('Creates an account and signs in', { body: signUpSchema }),
    // A request that is refused before the address is looked up is no registration.
    guards: {
      ...openToAll,
      limit: limitNewPasswords(parts),
      quota: { askedBy: takeTry },
      atOnce: 'password',
    },
    async handler(request, reply) {
      const address = requireVisitor(request);
      const { password, invitation, ...chooser } = request.body;
      accounts.requirePasswords();
      await accounts.requireSignUp(chooser.email, invitation);
      if (await refuseWeakPassword(reply, { password, chooser })) return reply;
      await takeTry(recentTries, ['sign-up', address], accountLimits.signUpPerAddress);
      const body = { ...request.body, callbackURL: pageAfterVerification };
      const answer = await accounts.answerAtOnce(request, body);
      // The answer revealed nothing about the address, so the try is refunded.
      if (!answer.ok && answer.status !== 422) await recentTries.refund(['sign-up', address]);
      return sendSignIn(parts, reply, answer);
    },
  });

  routes.add({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    ...forAuthClient('Signs in', { body: signInSchema }),
    guards: { ...openToAll, limit: { askedBy: limitSignIn }, atOnce: 'password' },
    async handler(request, reply) {
      const { body } = request;
      accounts.requirePasswords();
      const attempt = { request, email: body.email, offersSignInLink: true };
      const answer = await limitSignIn(parts, attempt, () => accounts.answer(request, body));
      return sendSignIn(parts, reply, answer);
    },
  });

  routes.add({
    method: 'POST',
    url: '/api/auth/sign-in/link',
    ...forAuthClient('Signs in, with the token of the link in a mail', { body: signInLinkSchema }),
    guards: limitedByBetterAuth,
    handler: async (request, reply) =>
      sendSignIn(parts, reply, await accounts.answerAtOnce(request, request.body)),
  });
}

function addResetRoutes(routes: Routes, parts: AccountParts): void {
  const { accounts, queue, recentTries, accountLimits, knownPlaces } = parts;
  routes.add({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    ...forAuthClient('Sends a link for a new password, if the address has an account', {
      body: resetRequestSchema,
    }),
    // The limit for mails to one recipient is silent.
    guards: {
      ...openToAll,
      limit: limitTries(recentTries, 'reset from', accountLimits.resetRequestsPerAddress),
      quota: { askedBy: RecentTries.prototype.take },
      atOnce: 'message',
    },
    async handler(request, reply) {
      const { email, redirectTo } = request.body;
      accounts.requirePasswords();
      requireOwnAddress(redirectTo, accounts.publicUrl);
      const mail = await recentTries.take(
        ['reset to', toMailbox(email)],
        accountLimits.resetMailsPerRecipient,
      );
      // Checks later whether the account exists, so that the timing of this answer does not reveal it.
      if (mail.isAllowed) await queue.send('password-reset', { email });
      return reply.send({ status: true, message: t(accountErrors.resetLinkSent) });
    },
  });

  routes.add({
    method: 'POST',
    url: '/api/auth/check-reset-link',
    ...forAuthClient('Whether a link for a new password still works', {
      body: resetLinkSchema,
      response: { 200: resetLinkAnswerSchema },
    }),
    guards: {
      ...openToAll,
      limit: limitTries(recentTries, 'reset link from', accountLimits.otherPerAddress),
    },
    async handler(request) {
      accounts.requirePasswords();
      return { works: (await accounts.findResetOwner(request.body.token)) !== undefined };
    },
  });

  routes.add({
    method: 'POST',
    url: '/api/auth/reset-password',
    ...forAuthClient('Sets a new password, with the token of the link', { body: newPasswordSchema }),
    guards: { ...openToAll, limit: limitNewPasswords(parts), atOnce: 'password' },
    async handler(request, reply) {
      const address = requireVisitor(request);
      const { newPassword, token } = request.body;
      accounts.requirePasswords();
      const owner = await accounts.findResetOwner(token);
      if (await refuseWeakPassword(reply, { password: newPassword, chooser: owner })) return reply;
      const answer = await accounts.answerAtOnce(request, request.body, async () => {
        if (!owner) return;
        // Browsers that signed in with the old password lose their extra tries. This one has the mailed link, so it can sign in even while
        // others guess.
        await knownPlaces.forgetAll(owner.uid);
        // Like its sessions, they may be of whoever knew the old password.
        await accounts.tokens.revokeAll(owner.uid);
        await accounts.postPasswordNotice(owner.uid);
        await forgetFailures(parts, { email: owner.email, address });
        await rememberPlace(parts, reply, owner);
      });
      return sendWebResponse(reply, answer);
    },
  });
}

/**
 * Changes the signed-in user's password. Requires the current one, as somebody else may use an open
 * session. Ends all sessions; this browser gets a new one.
 */
function addChangeRoute(routes: Routes, parts: AccountParts): void {
  const { queries } = parts;
  routes.add({
    method: 'POST',
    url: '/api/auth/change-password',
    ...forAuthClient('Changes the password of the signed-in account', { body: changedPasswordSchema }),
    // Wrong passwords count as at sign-in.
    guards: {
      limit: limitNewPasswords(parts),
      signIn: 'required',
      plan: 'any',
      quota: { askedBy: limitSignIn },
      atOnce: 'password',
    },
    async handler(request, reply, { account }) {
      parts.accounts.requirePasswords();
      if (!(await hasPassword(queries, account.uid))) throw refuse('conflict', accountErrors.hasNoPassword);
      const [person] = await queries
        .select({ name: accounts.name })
        .from(accounts)
        .where(eq(accounts.id, account.uid));
      const chooser = { email: account.email, name: person?.name ?? '' };
      if (await refuseWeakPassword(reply, { password: request.body.newPassword, chooser })) return reply;
      const body = { ...request.body, revokeOtherSessions: true };
      return sendSignIn(parts, reply, await changePassword(parts, { request, account, body }));
    },
  });
}

/** @throws CodedError `forbidden` or `rate_limited` */
async function changePassword(
  parts: AccountParts,
  { request, account, body }: { request: Request; account: Account; body: object },
): Promise<Response> {
  const { accounts, knownPlaces } = parts;
  const { answer } = await limitOwnPassword(parts, { request, account }, async () => {
    // Browsers that signed in with the old password lose their extra tries.
    const given = await accounts.answerAtOnce(request, body, async () => {
      await knownPlaces.forgetAll(account.uid);
      await accounts.postPasswordNotice(account.uid);
    });
    // The session ended in between; says nothing about the password.
    if (given.status === 401) throw new CodedError('unauthorized');
    const isWrong = !given.ok && (await given.clone().text()).includes('"INVALID_PASSWORD"');
    return { status: isWrong ? 401 : given.status, answer: given };
  });
  return answer;
}

/** @throws CodedError `forbidden` for an address on another server */
function requireOwnAddress(url: string | undefined, publicUrl: string): void {
  if (url === undefined) return;
  const isOwn =
    URL.canParse(url, publicUrl) && findOwnOrigins(publicUrl).includes(new URL(url, publicUrl).origin);
  if (!isOwn) throw refuse('forbidden', accountErrors.linkToOtherWebsite);
}

interface Choice {
  readonly password: string;
  readonly chooser: Chooser | undefined;
}

/** Measuring a password costs more than most calls. */
function limitNewPasswords({ recentTries, accountLimits }: AccountParts): Limit {
  return limitTries(recentTries, 'new password from', accountLimits.otherPerAddress);
}

/**
 * Refuses a password that violates the policy, with the reasons. Costs more than most calls, so callers need a limit.
 * @returns whether it was refused
 */
async function refuseWeakPassword(reply: Reply, { password, chooser }: Choice): Promise<boolean> {
  // Loaded on first use, as its word lists take 10 MB.
  const { findWeakness } = await import('./password-strength.ts');
  let weakness: Message | undefined;
  const missing = checkPassword(password, text => {
    weakness = findWeakness(text, chooser);
    return weakness !== undefined;
  });
  if (missing.length === 0) return false;
  const { text: message, key, values } = weakness ? fill(weakness) : describeLength(missing[0]);
  const code = 'PASSWORD_POLICY';
  const problem = { code, message, key, values, missing, ...(weakness && { weakness: message }) };
  reply.request.failure = { code, reason: message };
  await reply.code(400).send(problem);
  return true;
}

function describeLength(missing: PasswordRequirementId | undefined): FilledMessage {
  return missing === 'most'
    ? fill(newPasswordErrors.tooLong, { limit: maxPasswordCharacters })
    : fill(newPasswordErrors.tooShort, { limit: minPasswordCharacters });
}

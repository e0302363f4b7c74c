import {
  newPasswordSchema,
  resetRequestSchema,
  signInLinkSchema,
  signInSchema,
  signUpSchema,
} from '#shared/api/auth.ts';
import { CodedError } from '#shared/errors.ts';
import type { App, Reply, Request as ServerRequest } from '../http/app-types.ts';
import { findOwnOrigins } from '../http/own-origins.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { takeTry } from './account-limits.ts';
import type { AccountParts } from './account-parts.ts';
import { pageAfterVerification } from './accounts.ts';
import { readDeviceSecret } from './device-cookie.ts';
import { forgetFailures, limitSignIn } from './limit-sign-in.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { rememberPlace, sendSession, sendSignIn } from './remember-sign-in.ts';
import { sendWebResponse, toWebRequest } from './web-exchange.ts';

/** Errors of these calls are told as better-auth tells them, because its client reads them. */
const config = { isForAuthClient: true };

/**
 * The calls of better-auth that this product uses, and no others. It answers them itself; what comes before that is
 * ours: the fields that are taken, the password policy, and the limits.
 */
export function addAuthRoutes(app: App, parts: AccountParts): void {
  addPasswordRoutes(app, parts);
  addResetRoutes(app, parts);
  addGoogleRoutes(app, parts);
  const { accounts } = parts;

  app.get(
    '/api/auth/get-session',
    { config, schema: about('The session, or null') },
    async (request, reply) =>
      sendSession(
        parts,
        { request, reply },
        await accounts.answer(toWebRequest(request, accounts.publicUrl)),
      ),
  );

  app.get(
    '/api/auth/jwks',
    { config, schema: about('The keys that check our signed tokens') },
    async (request, reply) =>
      sendWebResponse(reply, await accounts.answer(toWebRequest(request, accounts.publicUrl))),
  );

  app.post('/api/auth/sign-out', { config, schema: about('Ends the session') }, async (request, reply) =>
    sendWebResponse(reply, await accounts.answer(toWebRequest(request, accounts.publicUrl, {}))),
  );
}

function about(summary: string) {
  return { summary, tags: ['accounts'] };
}

function addPasswordRoutes(app: App, parts: AccountParts): void {
  const { accounts, recentTries, accountLimits } = parts;
  const signUp = { ...about('Makes an account and signs in'), body: signUpSchema };
  app.post('/api/auth/sign-up/email', { config, schema: signUp }, async (request, reply) => {
    const address = requireVisitor(request);
    const { password, ...chooser } = request.body;
    if (await refuseWeakPassword(parts, reply, { password, chooser, address })) return reply;
    await takeTry(recentTries, ['sign-up', address], accountLimits.signUpPerAddress);
    const body = { ...request.body, callbackURL: pageAfterVerification };
    const answer = await accounts.answerSignUp(toWebRequest(request, accounts.publicUrl, body));
    // What was refused before anybody looked whether the address is taken told nothing.
    if (!answer.ok && answer.status !== 422) await recentTries.giveBack(['sign-up', address]);
    return sendSignIn(parts, { request, reply }, answer);
  });

  const signIn = { ...about('Signs in'), body: signInSchema };
  app.post('/api/auth/sign-in/email', { config, schema: signIn }, async (request, reply) => {
    const attempt = {
      email: request.body.email,
      address: requireVisitor(request),
      browser: readDeviceSecret(request, accounts.publicUrl),
      offersWayIn: true,
    };
    const answer = await limitSignIn(parts, attempt, () =>
      accounts.answer(toWebRequest(request, accounts.publicUrl, request.body)),
    );
    return sendSignIn(parts, { request, reply }, answer);
  });

  const byLink = { ...about('Signs in, with the token of the link in a mail'), body: signInLinkSchema };
  app.post('/api/auth/sign-in/link', { config, schema: byLink }, async (request, reply) => {
    const passed = toWebRequest(request, accounts.publicUrl, request.body);
    return sendSignIn(parts, { request, reply }, await accounts.answerSignInLink(passed));
  });
}

function addResetRoutes(app: App, parts: AccountParts): void {
  const { accounts, queue, recentTries, accountLimits, knownPlaces } = parts;
  const ask = {
    ...about('Sends a link for a new password, if the address has an account'),
    body: resetRequestSchema,
  };
  app.post('/api/auth/request-password-reset', { config, schema: ask }, async (request, reply) => {
    const { email, redirectTo } = request.body;
    requireOwnAddress(redirectTo, accounts.publicUrl);
    const address = requireVisitor(request);
    await takeTry(recentTries, ['reset from', address], accountLimits.resetRequestsPerAddress);
    const mail = await recentTries.take(['reset to', email], accountLimits.resetMailsPerRecipient);
    // Whether there is such an account is found out later, so that the time of this answer cannot tell.
    if (mail.isAllowed) await queue.send('password-reset', { email });
    return reply.send({
      status: true,
      message: 'If this address has an account, a mail with a link is on its way.',
    });
  });

  const set = { ...about('Sets a new password, with the token of the link'), body: newPasswordSchema };
  app.post('/api/auth/reset-password', { config, schema: set }, async (request, reply) => {
    const address = requireVisitor(request);
    const { newPassword, token } = request.body;
    const owner = await accounts.findResetOwner(token);
    if (await refuseWeakPassword(parts, reply, { password: newPassword, chooser: owner, address }))
      return reply;
    const passed = toWebRequest(request, accounts.publicUrl, request.body);
    const answer = await accounts.answerPasswordReset(passed, async () => {
      if (!owner) return;
      // Whoever was in the account with the old password shall have no more tries than anybody else, and whoever could
      // read the mail gets in, from here also when others go on guessing.
      await knownPlaces.forgetAll(owner.uid);
      await forgetFailures(parts, { email: owner.email, address });
      await rememberPlace(parts, { request, reply }, owner);
    });
    return sendWebResponse(reply, answer);
  });

  const verify = about('Where the link in a verification mail leads');
  app.get('/api/auth/verify-email', { config, schema: verify }, async (request, reply) => {
    const email = readClaimedEmail(request);
    const account = await accounts.findAccount(request.headers.cookie);
    // A mail program that looks at links, or whoever clicks one that they did not ask for, shall verify nothing for
    // whoever registered their address.
    if (email !== undefined && account?.email !== email)
      return reply.redirect('/login?error=SIGN_IN_TO_VERIFY');
    return sendWebResponse(reply, await accounts.answer(toWebRequest(request, accounts.publicUrl)));
  });
}

function addGoogleRoutes(app: App, parts: AccountParts): void {
  const { accounts } = parts;
  const pass = async (request: ServerRequest, reply: Reply) => {
    // The provider's own pages came between, and the way back to the page that opened the popup must stay open.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    const answer = await accounts.answerWithGoogle(toWebRequest(request, accounts.publicUrl));
    return sendSignIn(parts, { request, reply }, answer);
  };
  app.get('/api/auth/oauth-popup/start', { config, schema: about('Begins a sign-in with Google') }, pass);
  app.get('/api/auth/callback/google', { config, schema: about('Where Google sends people back') }, pass);
  app.get(
    '/api/auth/error',
    { config, schema: about('A sign-in that failed without a popup') },
    (_request, reply) => reply.redirect('/login?error=SIGN_IN_FAILED'),
  );
}

/** @throws CodedError `forbidden` for an address that is not on this server */
function requireOwnAddress(url: string | undefined, publicUrl: string): void {
  if (url === undefined) return;
  const isOwn =
    URL.canParse(url, publicUrl) && findOwnOrigins(publicUrl).includes(new URL(url, publicUrl).origin);
  if (!isOwn) throw new CodedError('forbidden', { message: 'This link would lead to another website.' });
}

/** The address that a link claims to verify. Whether the claim is signed is looked at afterwards. */
function readClaimedEmail(request: ServerRequest): string | undefined {
  const { token } = request.query as { token?: unknown };
  try {
    const [, claims = ''] = String(token).split('.');
    const { email } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { email?: unknown };
    return typeof email === 'string' ? email : undefined;
  } catch {
    return undefined;
  }
}

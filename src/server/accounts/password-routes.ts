import {
  newPasswordSchema,
  resetLinkAnswerSchema,
  resetLinkSchema,
  resetRequestSchema,
  signInLinkSchema,
  signInSchema,
  signUpSchema,
} from '#shared/api/auth.ts';
import { CodedError } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { fill, t } from '#shared/messages/message.ts';
import { limitTries } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { findOwnOrigins } from '../http/check-origin.ts';
import { RecentTries, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor, toMailbox } from '../limits/require-visitor.ts';
import { type AccountParts, about, config, limitOfBetterAuth } from './account-parts.ts';
import { pageAfterVerification } from './accounts.ts';
import { readDeviceSecret } from './device-cookie.ts';
import { forgetFailures, limitSignIn } from './limit-sign-in.ts';
import { limitNewPasswords, refuseWeakPassword } from './refuse-weak-password.ts';
import { rememberPlace, sendSignIn } from './remember-sign-in.ts';
import { sendWebResponse, toWebRequest } from './web-exchange.ts';

/** Routes to register, sign in and reset passwords. */
export function addPasswordRoutes(routes: Routes, parts: AccountParts): void {
  addResetRoutes(routes, parts);
  const { accounts, recentTries, accountLimits } = parts;
  const signUp = { ...about('Creates an account and signs in'), body: signUpSchema };
  routes.add({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    config,
    schema: signUp,
    // A request that is refused before the address is looked up is no registration.
    guards: { limit: limitNewPasswords(parts), signIn: 'none', plan: 'any', quota: { askedBy: takeTry } },
    async handler(request, reply) {
      const address = requireVisitor(request);
      const { password, ...chooser } = request.body;
      if (await refuseWeakPassword(reply, { password, chooser })) return reply;
      await takeTry(recentTries, ['sign-up', address], accountLimits.signUpPerAddress);
      const body = { ...request.body, callbackURL: pageAfterVerification };
      const answer = await accounts.answerSignUp(toWebRequest(request, accounts.publicUrl, body));
      // The answer revealed nothing about the address, so the try is refunded.
      if (!answer.ok && answer.status !== 422) await recentTries.refund(['sign-up', address]);
      return sendSignIn(parts, { request, reply }, answer);
    },
  });

  const signIn = { ...about('Signs in'), body: signInSchema };
  routes.add({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    config,
    schema: signIn,
    guards: { limit: { askedBy: limitSignIn }, signIn: 'none', plan: 'any', quota: 'none' },
    async handler(request, reply) {
      const attempt = {
        email: request.body.email,
        address: requireVisitor(request),
        browser: readDeviceSecret(request, accounts.publicUrl),
        offersSignInLink: true,
      };
      const answer = await limitSignIn(parts, attempt, () =>
        accounts.answer(toWebRequest(request, accounts.publicUrl, request.body)),
      );
      return sendSignIn(parts, { request, reply }, answer);
    },
  });

  const byLink = { ...about('Signs in, with the token of the link in a mail'), body: signInLinkSchema };
  routes.add({
    method: 'POST',
    url: '/api/auth/sign-in/link',
    config,
    schema: byLink,
    guards: { limit: limitOfBetterAuth, signIn: 'none', plan: 'any', quota: 'none' },
    async handler(request, reply) {
      const passed = toWebRequest(request, accounts.publicUrl, request.body);
      return sendSignIn(parts, { request, reply }, await accounts.answerSignInLink(passed));
    },
  });
}

function addResetRoutes(routes: Routes, parts: AccountParts): void {
  const { accounts, queue, recentTries, accountLimits, knownPlaces } = parts;
  const ask = {
    ...about('Sends a link for a new password, if the address has an account'),
    body: resetRequestSchema,
  };
  routes.add({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    config,
    schema: ask,
    // The limit for mails to one recipient is silent.
    guards: {
      limit: limitTries(recentTries, 'reset from', accountLimits.resetRequestsPerAddress),
      signIn: 'none',
      plan: 'any',
      quota: { askedBy: RecentTries.prototype.take },
    },
    async handler(request, reply) {
      const { email, redirectTo } = request.body;
      requireOwnAddress(redirectTo, accounts.publicUrl);
      const mail = await recentTries.take(
        ['reset to', toMailbox(email)],
        accountLimits.resetMailsPerRecipient,
      );
      // Checks later whether the account exists, so that the timing of this answer does not reveal it.
      if (mail.isAllowed) await queue.send('password-reset', { email });
      return reply.send({
        status: true,
        message: t(accountErrors.resetLinkSent),
      });
    },
  });

  const check = {
    ...about('Whether a link for a new password still works'),
    body: resetLinkSchema,
    response: { 200: resetLinkAnswerSchema },
  };
  routes.add({
    method: 'POST',
    url: '/api/auth/check-reset-link',
    config,
    schema: check,
    guards: {
      limit: limitTries(recentTries, 'reset link from', accountLimits.otherPerAddress),
      signIn: 'none',
      plan: 'any',
      quota: 'none',
    },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      return { works: (await accounts.findResetOwner(request.body.token)) !== undefined };
    },
  });

  const set = { ...about('Sets a new password, with the token of the link'), body: newPasswordSchema };
  routes.add({
    method: 'POST',
    url: '/api/auth/reset-password',
    config,
    schema: set,
    guards: { limit: limitNewPasswords(parts), signIn: 'none', plan: 'any', quota: 'none' },
    async handler(request, reply) {
      const address = requireVisitor(request);
      const { newPassword, token } = request.body;
      const owner = await accounts.findResetOwner(token);
      if (await refuseWeakPassword(reply, { password: newPassword, chooser: owner })) return reply;
      const passed = toWebRequest(request, accounts.publicUrl, request.body);
      const answer = await accounts.answerNewPassword(passed, async () => {
        if (!owner) return;
        // Browsers that signed in with the old password lose their extra tries. This one has the mailed link, so it can sign in even while
        // others guess.
        await knownPlaces.forgetAll(owner.uid);
        await forgetFailures(parts, { email: owner.email, address });
        await rememberPlace(parts, { request, reply }, owner);
      });
      return sendWebResponse(reply, answer);
    },
  });
}

/** @throws CodedError `forbidden` for an address on another server */
function requireOwnAddress(url: string | undefined, publicUrl: string): void {
  if (url === undefined) return;
  const isOwn =
    URL.canParse(url, publicUrl) && findOwnOrigins(publicUrl).includes(new URL(url, publicUrl).origin);
  if (!isOwn) throw new CodedError('forbidden', { message: fill(accountErrors.linkToOtherWebsite) });
}

import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { type AccountParts, forAuthClient, limitedByBetterAuth } from './account-parts.ts';
import { addPasswordRoutes } from './password-routes.ts';
import { sendSession, sendSignIn } from './remember-sign-in.ts';
import { sendWebResponse } from './web-exchange.ts';

/** Routes that better-auth answers, only those that this product uses. Our code checks fields, password policy and limits first. */
export function addAuthRoutes(routes: Routes, parts: AccountParts): void {
  addPasswordRoutes(routes, parts);
  addVerificationRoute(routes, parts);
  addGoogleRoutes(routes, parts);
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

function addGoogleRoutes(routes: Routes, parts: AccountParts): void {
  const pass = async (request: Request, reply: Reply, parameters: readonly string[]) => {
    // The popup must still reach the page that opened it after the provider's pages.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendSignIn(parts, reply, await parts.accounts.answerWithGoogle(request, parameters));
  };
  routes.add({
    method: 'GET',
    url: '/api/auth/oauth-popup/start',
    ...forAuthClient('Starts a sign-in with Google', { produces: ['text/html'] }, [200, 302]),
    guards: limitedByBetterAuth,
    // Drops better-auth's other parameters: scopes, redirect addresses, state data.
    handler: (request, reply) => pass(request, reply, ['provider', 'popupOrigin', 'popupNonce']),
  });
  routes.add({
    method: 'GET',
    url: '/api/auth/callback/google',
    ...forAuthClient('Where Google sends people back', { produces: ['text/html'] }, [200, 302]),
    guards: limitedByBetterAuth,
    handler: (request, reply) => pass(request, reply, ['code', 'error', 'error_description', 'iss', 'state']),
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

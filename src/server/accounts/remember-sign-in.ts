import type { Reply, Request } from '../http/app-types.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import type { AccountParts } from './account-parts.ts';
import { makeDeviceSecret, readDeviceSecret, writeDeviceCookie } from './device-cookie.ts';
import { sendWebResponse, toSignOutRequest } from './web-exchange.ts';

type KnownPlacesParts = Pick<AccountParts, 'accounts' | 'knownPlaces'>;

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

/** Knows from now on the browser and the address from which somebody has shown that an account is theirs. */
export async function rememberPlace(
  { accounts, knownPlaces }: KnownPlacesParts,
  { request, reply }: Exchange,
  owner: { readonly uid: string; readonly email: string },
): Promise<void> {
  await rememberBrowser({ accounts, knownPlaces }, { request, reply }, owner);
  await knownPlaces.remember(owner, { browser: undefined, address: requireVisitor(request) });
}

/**
 * Sends what better-auth answered to a sign-in. If that made a session, its place is known from now on, and the session that
 * the browser had before ends: nobody could reach it any more, but who had copied its cookie.
 */
export async function sendSignIn(
  parts: KnownPlacesParts,
  exchange: Exchange,
  response: Response,
): Promise<Reply> {
  const owner = await findSignedIn(parts, response);
  if (owner) {
    await rememberPlace(parts, exchange, owner);
    await endSession(parts, exchange.request);
  }
  return sendWebResponse(exchange.reply, response);
}

async function endSession({ accounts }: KnownPlacesParts, request: Request): Promise<void> {
  if (await accounts.findAccount(request.headers.cookie))
    await accounts.answer(toSignOutRequest(request, accounts.publicUrl));
}

/**
 * Sends the session that better-auth read. When it prolonged it, which it does once a day, the browser is known for
 * longer, too: who never signs out shall find it known when they do.
 */
export async function sendSession(
  parts: KnownPlacesParts,
  exchange: Exchange,
  response: Response,
): Promise<Reply> {
  const owner = await findSignedIn(parts, response);
  if (owner) await rememberBrowser(parts, exchange, owner);
  return sendWebResponse(exchange.reply, response);
}

async function rememberBrowser(
  { accounts, knownPlaces }: KnownPlacesParts,
  { request, reply }: Exchange,
  owner: { readonly uid: string; readonly email: string },
): Promise<void> {
  const browser = readDeviceSecret(request, accounts.publicUrl) ?? makeDeviceSecret();
  await knownPlaces.remember(owner, { browser, address: undefined });
  reply.header('set-cookie', writeDeviceCookie(browser, accounts.publicUrl));
}

/** Whose session the cookies of an answer open; undefined when it sets none. */
function findSignedIn({ accounts }: KnownPlacesParts, response: Response) {
  const cookies = response.headers.getSetCookie().map(line => line.split(';', 1)[0]);
  return accounts.findAccount(cookies.join('; '));
}

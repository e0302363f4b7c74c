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

/** Remembers the browser and address of a person who has proved to own the account. */
export async function rememberPlace(
  { accounts, knownPlaces }: KnownPlacesParts,
  { request, reply }: Exchange,
  owner: { readonly uid: string; readonly email: string },
): Promise<void> {
  await rememberBrowser({ accounts, knownPlaces }, { request, reply }, owner);
  await knownPlaces.remember(owner, { browser: undefined, address: requireVisitor(request) });
}

/**
 * Sends better-auth's answer to a sign-in. If it starts a session, the place is remembered and the browser's previous
 * session ends: only a thief of its cookie could still use it.
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
 * Sends the session that better-auth read. When it was extended, once a day, the browser is remembered for longer, too:
 * it must still be known after a late sign-out.
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

/** The account of the session that an answer sets; undefined if it sets none. */
function findSignedIn({ accounts }: KnownPlacesParts, response: Response) {
  const cookies = response.headers.getSetCookie().map(line => line.split(';', 1)[0]);
  return accounts.findAccount(cookies.join('; '));
}

import { randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import type { Reply, Request } from '../http/app-types.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import type { AccountParts } from './account-parts.ts';
import { knownSeconds } from './known-places.ts';
import { sendWebResponse } from './web-exchange.ts';

interface Owner {
  readonly uid: string;
  readonly email: string;
}

/** Remembers the browser and address of a person who has proved to own the account. */
export async function rememberPlace(parts: AccountParts, reply: Reply, owner: Owner): Promise<void> {
  await rememberBrowser(parts, reply, owner);
  await parts.knownPlaces.remember(owner, { browser: undefined, address: requireVisitor(reply.request) });
}

/**
 * Sends better-auth's answer to a sign-in. If it starts a session, the place is remembered and the browser's previous
 * session ends: only a thief of its cookie could still use it.
 */
export async function sendSignIn(parts: AccountParts, reply: Reply, response: Response): Promise<Reply> {
  const { accounts } = parts;
  const { request } = reply;
  const owner = await findSignedIn(parts, response);
  if (owner) {
    await rememberPlace(parts, reply, owner);
    if (await accounts.findAccount(request.headers.cookie)) await accounts.answerSignOut(request);
  }
  return sendWebResponse(reply, response);
}

/**
 * Sends the session that better-auth read. When it was extended, once a day, the browser is remembered for longer, too:
 * it must still be known after a late sign-out.
 */
export async function sendSession(parts: AccountParts, reply: Reply, response: Response): Promise<Reply> {
  const owner = await findSignedIn(parts, response);
  if (owner) await rememberBrowser(parts, reply, owner);
  return sendWebResponse(reply, response);
}

async function rememberBrowser(
  { accounts, knownPlaces }: AccountParts,
  reply: Reply,
  owner: Owner,
): Promise<void> {
  const secret = readDeviceSecret(reply.request, accounts.publicUrl);
  const browser = secret ?? randomBytes(secretBytes).toString('base64url');
  await knownPlaces.remember(owner, { browser, address: undefined });
  reply.header('set-cookie', writeDeviceCookie(browser, accounts.publicUrl));
}

function findSignedIn({ accounts }: AccountParts, response: Response) {
  const cookies = response.headers.getSetCookie().map(line => line.split(';', 1)[0]);
  return accounts.findAccount(cookies.join('; '));
}

/**
 * The cookie that identifies a browser in which somebody signed in before contains only a random number, the same
 * for all accounts; the database has its hash and meaning.
 */
const secretBytes = 32;

/** The secret from the browser's cookie. It proves nothing unless the account knows it. */
export function readDeviceSecret(request: Request, publicUrl: string): string | undefined {
  const secret = parseCookies(request.headers.cookie ?? '').get(nameCookie(publicUrl));
  return secret !== undefined && isWellFormed(secret) ? secret : undefined;
}

function isWellFormed(secret: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  return bytes.length === secretBytes && bytes.toString('base64url') === secret;
}

/** The `Set-Cookie` header. The cookie is kept after sign-out, as it is needed then. */
function writeDeviceCookie(secret: string, publicUrl: string): string {
  const attributes = ['Path=/', `Max-Age=${knownSeconds.browser}`, 'HttpOnly', 'SameSite=Lax'];
  if (isHttps(publicUrl)) attributes.push('Secure');
  return [`${nameCookie(publicUrl)}=${secret}`, ...attributes].join('; ');
}

/** Over https, the prefix stops subdomains from setting this cookie. */
function nameCookie(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-benshi.device' : 'benshi.device';
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

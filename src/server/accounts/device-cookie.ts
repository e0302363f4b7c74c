import { randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import type { Request } from '../http/app-types.ts';
import { knownSeconds } from './known-places.ts';

/**
 * The cookie by which a browser is known where somebody signed in before. It holds a random number and nothing else, the
 * same one for all accounts of a browser: what it means stands in the database, by a hash.
 */
const length = 32;
const writtenLength = 43;
const wellFormed = /^[\w-]+$/u;

export function makeDeviceSecret(): string {
  return randomBytes(length).toString('base64url');
}

/** The secret that a browser brings. It proves nothing until an account is found that knows it. */
export function readDeviceSecret(request: Request, publicUrl: string): string | undefined {
  const secret = parseCookies(request.headers.cookie ?? '').get(nameCookie(publicUrl));
  return secret?.length === writtenLength && wellFormed.test(secret) ? secret : undefined;
}

/** The line of `Set-Cookie`. It stays after a sign-out: that is when it is needed. */
export function writeDeviceCookie(secret: string, publicUrl: string): string {
  const attributes = ['Path=/', `Max-Age=${knownSeconds.browser}`, 'HttpOnly', 'SameSite=Lax'];
  if (isHttps(publicUrl)) attributes.push('Secure');
  return [`${nameCookie(publicUrl)}=${secret}`, ...attributes].join('; ');
}

/** Over https no other name of the same domain can set a cookie of this name. */
function nameCookie(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-benshi.device' : 'benshi.device';
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

import { randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import type { Request } from '../http/app-types.ts';
import { knownSeconds } from './known-places.ts';

/**
 * The cookie that identifies a browser in which somebody signed in before. It contains only a random number, the same
 * for all accounts; the database has its hash and meaning.
 */
const length = 32;
const writtenLength = 43;
const wellFormed = /^[\w-]+$/u;

export function makeDeviceSecret(): string {
  return randomBytes(length).toString('base64url');
}

/** The secret from the browser's cookie. It proves nothing unless the account knows it. */
export function readDeviceSecret(request: Request, publicUrl: string): string | undefined {
  const secret = parseCookies(request.headers.cookie ?? '').get(nameCookie(publicUrl));
  return secret?.length === writtenLength && wellFormed.test(secret) ? secret : undefined;
}

/** The `Set-Cookie` header. The cookie is kept after sign-out, as it is needed then. */
export function writeDeviceCookie(secret: string, publicUrl: string): string {
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

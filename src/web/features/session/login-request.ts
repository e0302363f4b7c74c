import { findPagePath } from '#shared/pages.ts';
import { isRecord } from '../../lib/check-value.ts';

/** What a link or a redirect leaves in the browser's history for the page on which the login dialog opens. */
export interface LoginRequest {
  /** Path and query to return to after the sign-in; left out without a redirect. */
  readonly returnTo?: string;
}

/**
 * The state of a navigation that opens the login dialog where it leads.
 * @param returnTo path and query where the person goes on once they are signed in
 */
export function askForLogin(returnTo?: string): { loginRequest: LoginRequest } {
  return { loginRequest: returnTo === undefined ? {} : { returnTo } };
}

/** @param state of a location; undefined is answered where it asks for no login */
export function readLoginRequest(state: unknown): LoginRequest | undefined {
  const request = isRecord(state) ? state.loginRequest : undefined;
  if (!isRecord(request)) return undefined;
  const { returnTo } = request;
  if (returnTo === undefined) return {};
  return typeof returnTo === 'string' && isOwnAddress(returnTo) ? { returnTo } : undefined;
}

function isOwnAddress(address: string): boolean {
  return findPagePath(address.split('?')[0] ?? '') !== undefined;
}

/** What the deletion of an account leaves in the browser's history for the page that comes after it. */
export const afterDeletion = { isAccountDeleted: true };

export function isAccountDeleted(state: unknown): boolean {
  return isRecord(state) && state.isAccountDeleted === true;
}

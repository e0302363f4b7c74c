import { findPagePath } from '#shared/pages.ts';
import { isRecord } from '../../lib/call-server.ts';

/** Navigation state for the page on which the login dialog opens. */
export interface LoginRequest {
  /** Path and query to return to after the sign-in. */
  readonly returnTo?: string;
}

/** Navigation state that opens the login dialog at its target. */
export function askForLogin(returnTo?: string): { loginRequest: LoginRequest } {
  return { loginRequest: returnTo === undefined ? {} : { returnTo } };
}

/** Undefined for the state of a location that does not request a login. */
export function readLoginRequest(state: unknown): LoginRequest | undefined {
  const request = isRecord(state) ? state.loginRequest : undefined;
  if (!isRecord(request)) return undefined;
  const { returnTo } = request;
  if (returnTo === undefined) return {};
  if (typeof returnTo !== 'string') return undefined;
  return findPagePath(returnTo.split('?')[0] ?? '') && { returnTo };
}

/** Navigation state after the deletion of an account. */
export const afterDeletion = { isAccountDeleted: true };

export function isAccountDeleted(state: unknown): boolean {
  return isRecord(state) && state.isAccountDeleted === true;
}

import { isRecord } from '../../lib/is-record.ts';

/** What the deletion of an account leaves in the browser's history for the page that comes after it. */
export const farewell = { isAccountDeleted: true };

export function isFarewell(state: unknown): boolean {
  return isRecord(state) && state.isAccountDeleted === true;
}

import { handOverWork } from './start-storage.ts';

/** Whose the work of visitors is. */
export const visitorOwner = 'benshi.free-page';

/** Both dashboards of a user share their work; two users of a browser do not. */
export function getOwner(uid: string): string {
  return `benshi.dashboard.${uid}`;
}

/** After a sign-in, what a visitor made becomes the account's. @returns the account as an owner */
export function takeOverVisitorsWork(uid: string): string {
  const owner = getOwner(uid);
  handOverWork(visitorOwner, owner);
  return owner;
}

import type { TryLimit } from '../limits/recent-tries.ts';

/** How often what is guessed at may be tried. */
export interface AccountLimits {
  /** Wrong passwords for one account in one browser that signed in to it before. */
  readonly signInPerBrowser: TryLimit;
  /** Wrong passwords for one account from one network address. */
  readonly signInPerPair: TryLimit;
  /**
   * Wrong passwords for one account from all browsers that signed in to it before together; as many from all addresses
   * that did, and as many from everywhere else.
   */
  readonly signInPerAccount: TryLimit;
  /** Wrong passwords from one network address. */
  readonly signInPerAddress: TryLimit;
  /** Mails with a way in to one account at which others guess. */
  readonly lockoutMailsPerAccount: TryLimit;
  /** Registrations that tell whether an address is taken, from one network address. */
  readonly signUpPerAddress: TryLimit;
  /** Mails of all kinds about accounts to one mailbox. More are dropped silently. */
  readonly mailsPerMailbox: TryLimit;
  /** Mails with a link for a new password to one recipient. More are asked for in vain, and silently. */
  readonly resetMailsPerRecipient: TryLimit;
  readonly resetRequestsPerAddress: TryLimit;
  readonly verificationMailsPerAccount: TryLimit;
  /** New passwords whose strength is measured, and everything else under /api/auth that is not reading the session. */
  readonly otherPerAddress: TryLimit;
}

const quarterHour = 15 * 60;
const hour = 3600;

export const defaultAccountLimits: AccountLimits = {
  signInPerBrowser: { most: 5, windowSeconds: quarterHour },
  signInPerPair: { most: 5, windowSeconds: quarterHour },
  signInPerAccount: { most: 10, windowSeconds: quarterHour },
  signInPerAddress: { most: 30, windowSeconds: quarterHour },
  lockoutMailsPerAccount: { most: 1, windowSeconds: hour },
  signUpPerAddress: { most: 5, windowSeconds: hour },
  mailsPerMailbox: { most: 5, windowSeconds: hour },
  resetMailsPerRecipient: { most: 3, windowSeconds: hour },
  resetRequestsPerAddress: { most: 30, windowSeconds: hour },
  verificationMailsPerAccount: { most: 3, windowSeconds: hour },
  otherPerAddress: { most: 60, windowSeconds: 60 },
};

/** For so long, at most, an account takes no password any more after too many wrong ones. */
export function getLockedSeconds(limits: AccountLimits): number {
  const { signInPerBrowser, signInPerPair, signInPerAccount } = limits;
  return Math.max(...[signInPerBrowser, signInPerPair, signInPerAccount].map(each => each.windowSeconds));
}

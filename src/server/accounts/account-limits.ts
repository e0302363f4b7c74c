import type { TryLimit } from '../limits/recent-tries.ts';

/** Limits on attempts to guess passwords and similar. */
export interface AccountLimits {
  /** Wrong passwords for one account from a browser that signed in to it before. */
  readonly signInPerBrowser: TryLimit;
  readonly signInPerPair: TryLimit;
  /**
   * Wrong passwords for one account from all such browsers together; the same number from all known addresses,
   * and the same from everywhere else.
   */
  readonly signInPerAccount: TryLimit;
  readonly signInPerAddress: TryLimit;
  /** Mails with a sign-in link to one account whose password is being guessed. */
  readonly lockoutMailsPerAccount: TryLimit;
  /** Registrations from one network address that reveal whether an e-mail address is taken. */
  readonly signUpPerAddress: TryLimit;
  /** Mails of all kinds about accounts to one mailbox. More are dropped silently. */
  readonly mailsPerMailbox: TryLimit;
  /** Password reset mails to one recipient. More are dropped silently. */
  readonly resetMailsPerRecipient: TryLimit;
  readonly resetRequestsPerAddress: TryLimit;
  readonly verificationMailsPerAccount: TryLimit;
  /** New passwords that are checked for strength, and everything else under /api/auth except reading the session. */
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

/** How long an account can be locked after too many wrong passwords. */
export function getLockedSeconds(limits: AccountLimits): number {
  const { signInPerBrowser, signInPerPair, signInPerAccount } = limits;
  return Math.max(...[signInPerBrowser, signInPerPair, signInPerAccount].map(each => each.windowSeconds));
}

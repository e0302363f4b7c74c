import type { TryLimit } from '../limits/recent-tries.ts';

const quarterHour = 15 * 60;
const hour = 3600;

/** Rate limits of signing in, of mails, and of what people without an account do. */
export const defaultAccountLimits = {
  /** Wrong passwords for one account from a browser that signed in to it before. */
  signInPerBrowser: { most: 5, windowSeconds: quarterHour },
  signInPerPair: { most: 5, windowSeconds: quarterHour },
  /** Failed attempts per account by all known browsers together; the same for all known addresses, and for all unknown clients. */
  signInPerAccount: { most: 10, windowSeconds: quarterHour },
  signInPerAddress: { most: 30, windowSeconds: quarterHour },
  /** Mails with a sign-in link to one account whose password is being guessed. */
  lockoutMailsPerAccount: { most: 1, windowSeconds: hour },
  /** Registrations from one network address that reveal whether an e-mail address is taken. */
  signUpPerAddress: { most: 5, windowSeconds: hour },
  /** Mails to one mailbox that anybody can cause. More are dropped silently, as are notices. */
  mailsPerMailbox: { most: 4, windowSeconds: hour },
  /** Notices of all accounts whose address, in one mailbox, was never verified: anybody can register those. */
  noticesPerUnverifiedMailbox: { most: 1, windowSeconds: hour },
  /** Notices of one account whose address is verified; only who is signed in can cause them. */
  noticesPerAccount: { most: 5, windowSeconds: hour },
  /** Password reset mails to one recipient. More are dropped silently. */
  resetMailsPerRecipient: { most: 3, windowSeconds: hour },
  resetRequestsPerAddress: { most: 30, windowSeconds: hour },
  verificationMailsPerAccount: { most: 3, windowSeconds: hour },
  /** Invalid API tokens from one network address; valid ones do not count and still work. */
  wrongTokensPerAddress: { most: 60, windowSeconds: 60 },
  /** Everything by review links, also wrong ones. An office of reviewers shares an address. */
  reviewCallsPerAddress: { most: 120, windowSeconds: 60 },
  commentsPerAddress: { most: 60, windowSeconds: hour },
  commentsPerLink: { most: 120, windowSeconds: hour },
  /** New passwords that are checked for strength, and everything else under /api/auth except reading the session. */
  otherPerAddress: { most: 60, windowSeconds: 60 },
} satisfies Record<string, TryLimit>;

export type AccountLimits = Readonly<Record<keyof typeof defaultAccountLimits, TryLimit>>;

export function getLockedSeconds(limits: AccountLimits): number {
  const { signInPerBrowser, signInPerPair, signInPerAccount } = limits;
  return Math.max(...[signInPerBrowser, signInPerPair, signInPerAccount].map(each => each.windowSeconds));
}

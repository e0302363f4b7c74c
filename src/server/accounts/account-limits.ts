import { CodedError } from '#shared/errors.ts';
import type { RecentTries, TryLimit } from '../limits/recent-tries.ts';

/** How often what is guessed at may be tried. */
export interface AccountLimits {
  /** Wrong passwords for one account from one network address. */
  readonly signInPerPair: TryLimit;
  /** Wrong passwords for one account from addresses at which nobody signed in to it lately. */
  readonly signInPerAccount: TryLimit;
  /** Wrong passwords from one network address. */
  readonly signInPerAddress: TryLimit;
  /** Registrations that tell whether an address is taken, from one network address. */
  readonly signUpPerAddress: TryLimit;
  /** Mails with a link for a new password to one recipient. More are asked for in vain, and silently. */
  readonly resetMailsPerRecipient: TryLimit;
  readonly resetRequestsPerAddress: TryLimit;
  readonly verificationMailsPerAccount: TryLimit;
  /** Everything else under /api/auth that is not reading the session, from one network address. */
  readonly otherPerAddress: TryLimit;
}

const quarterHour = 15 * 60;
const hour = 3600;

export const defaultAccountLimits: AccountLimits = {
  signInPerPair: { most: 5, windowSeconds: quarterHour },
  signInPerAccount: { most: 10, windowSeconds: quarterHour },
  signInPerAddress: { most: 30, windowSeconds: quarterHour },
  signUpPerAddress: { most: 5, windowSeconds: hour },
  resetMailsPerRecipient: { most: 3, windowSeconds: hour },
  resetRequestsPerAddress: { most: 30, windowSeconds: hour },
  verificationMailsPerAccount: { most: 3, windowSeconds: hour },
  otherPerAddress: { most: 60, windowSeconds: 60 },
};

/** Who signed in at an address is not shut out from there by others who guess elsewhere. */
export const trustedPlace: TryLimit = { most: 1_000_000, windowSeconds: 30 * 24 * hour };

interface Attempt {
  readonly email: string;
  /** As `requireVisitor` gives it. */
  readonly address: string;
}

interface Counted {
  readonly what: readonly string[];
  readonly limit: TryLimit;
}

/**
 * Counts a try to sign in before the password is looked at, so that many at once get no further than one after the
 * other, and takes it back when the password was right or was never looked at. Accounts that do not exist are counted
 * like those that do.
 * @param signIn resolves with the HTTP status of the answer
 * @throws CodedError `rate_limited`
 */
export async function limitSignIn<Answer extends { readonly status: number }>(
  tries: RecentTries,
  limits: AccountLimits,
  { email, address }: Attempt,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const pair: Counted = { what: ['sign-in', email, address], limit: limits.signInPerPair };
  const fromAddress: Counted = { what: ['sign-in from', address], limit: limits.signInPerAddress };
  const toAccount: Counted = { what: ['sign-in to', email], limit: limits.signInPerAccount };
  const place = ['signed in', email, address];
  const counted = [pair, fromAddress, ...((await tries.has(place)) ? [] : [toAccount])];
  await takeAll(tries, counted);
  const answer = await signIn();
  if (answer.status !== 401) await giveAllBack(tries, counted);
  if (answer.status < 300) {
    await tries.forget(pair.what);
    await tries.forget(place);
    await tries.take(place, trustedPlace);
  }
  return answer;
}

/**
 * Counts one try of something.
 * @throws CodedError `rate_limited` with the seconds to wait
 */
export async function takeTry(tries: RecentTries, what: readonly string[], limit: TryLimit): Promise<void> {
  const result = await tries.take(what, limit);
  if (result.isAllowed) return;
  const { retryAfterSeconds } = result;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `Those were too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
  throw new CodedError('rate_limited', { message, retryAfterSeconds });
}

async function takeAll(tries: RecentTries, counted: readonly Counted[]): Promise<void> {
  const taken: Counted[] = [];
  try {
    for (const each of counted) {
      await takeTry(tries, each.what, each.limit);
      taken.push(each);
    }
  } catch (error) {
    await giveAllBack(tries, taken);
    throw error;
  }
}

async function giveAllBack(tries: RecentTries, counted: readonly Counted[]): Promise<void> {
  for (const { what } of counted) await tries.giveBack(what);
}

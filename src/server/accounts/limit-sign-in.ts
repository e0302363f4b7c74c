import { CodedError } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { Account } from '../guards/guards.ts';
import type { Request } from '../http/app-types.ts';
import { refuseTry, type TryLimit, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import type { AccountParts } from './account-parts.ts';
import { readDeviceSecret } from './remember-sign-in.ts';

interface Attempt {
  readonly request: Request;
  readonly email: string;
  /** Whether a locked-out person gets a mail with a sign-in link. */
  readonly offersSignInLink: boolean;
}

interface Counted {
  readonly what: readonly string[];
  readonly limit: TryLimit;
  /** Whether it counts tries at this account only. */
  readonly isOfAccount: boolean;
  /** Whether the right password resets the place's own failures; not for places shared with others. */
  readonly isReset: boolean;
}

/**
 * Counts a sign-in attempt before the password is checked, so that parallel attempts have no advantage, and refunds it if the password was
 * right or never checked. Accounts that do not exist are counted the same.
 * @param signIn resolves with the HTTP status of the answer
 * @throws CodedError `rate_limited`
 */
export async function limitSignIn<Answer extends { readonly status: number }>(
  parts: AccountParts,
  attempt: Attempt,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const counted = await chooseCounts(parts, attempt);
  await takeAll(parts, counted, attempt);
  const answer = await signIn();
  if (answer.status !== 401) await refundAll(parts, counted);
  if (answer.status < 300) await forgetOwn(parts, counted);
  return answer;
}

/**
 * The same for a password of the signed-in user, who gets no sign-in link.
 * @throws CodedError `forbidden` for a wrong one, `rate_limited`
 */
export async function limitOwnPassword<Answer extends { readonly status: number }>(
  parts: AccountParts,
  { request, account }: { readonly request: Request; readonly account: Account },
  check: () => Promise<Answer>,
): Promise<Answer> {
  const attempt = { request, email: account.email, offersSignInLink: false };
  const answer = await limitSignIn(parts, attempt, check);
  if (answer.status === 401)
    throw new CodedError('forbidden', { message: fill(accountErrors.wrongPassword) });
  return answer;
}

/** After the right password, own failures are reset; those of others still count. */
async function forgetOwn({ recentTries }: AccountParts, [own, ...rest]: readonly Counted[]): Promise<void> {
  if (!own) return;
  const failures = await recentTries.forget(own.what);
  for (const { what, isReset } of rest) if (isReset) await recentTries.refund(what, failures);
}

/** Resets the failures of strangers and of a place after a password change. */
export async function forgetFailures(
  { recentTries }: AccountParts,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<void> {
  await recentTries.forget(nameStrangers(email));
  await recentTries.forget(namePair(email, address));
}

const nameStrangers = (email: string) => ['sign-in to', email];
const namePair = (email: string, address: string) => ['sign-in', email, address];

/**
 * The counters for an attempt; the first is the place's own. Unknown places use separate counters, so that they cannot
 * lock out a known browser or address.
 */
async function chooseCounts(
  { accounts, accountLimits, knownPlaces }: AccountParts,
  { request, email }: Attempt,
): Promise<[Counted, ...Counted[]]> {
  const address = requireVisitor(request);
  const browser = readDeviceSecret(request, accounts.publicUrl);
  const known = await knownPlaces.find(email, { browser, address });
  const { signInPerBrowser, signInPerPair, signInPerAddress, signInPerAccount } = accountLimits;
  const ofAccount = { isOfAccount: true, isReset: false };
  if (browser !== undefined && known.has('browser'))
    // Not counted by address, as behind a misconfigured proxy everybody shares it.
    return [
      { what: ['sign-in in browser', email, browser], limit: signInPerBrowser, ...ofAccount },
      { what: ['sign-in in browsers', email], limit: signInPerAccount, ...ofAccount, isReset: true },
    ];
  return [
    { what: namePair(email, address), limit: signInPerPair, ...ofAccount },
    { what: ['sign-in from', address], limit: signInPerAddress, isOfAccount: false, isReset: false },
    {
      what: known.has('address') ? ['sign-in from known addresses', email] : nameStrangers(email),
      limit: signInPerAccount,
      ...ofAccount,
    },
  ];
}

async function takeAll(parts: AccountParts, counted: readonly Counted[], attempt: Attempt): Promise<void> {
  const taken: Counted[] = [];
  for (const each of counted)
    try {
      await takeTry(parts.recentTries, each.what, each.limit);
      taken.push(each);
    } catch (error) {
      await refundAll(parts, taken);
      if (!each.isOfAccount || !attempt.offersSignInLink) throw error;
      await mailSignInLink(parts, attempt.email);
      throw adviseSignInLink(error);
    }
}

async function refundAll({ recentTries }: AccountParts, counted: readonly Counted[]): Promise<void> {
  for (const { what } of counted) await recentTries.refund(what);
}

/** Checks later whether the account exists, so that neither the answer nor its timing reveals it. */
async function mailSignInLink(
  { recentTries, accountLimits, queue }: AccountParts,
  email: string,
): Promise<void> {
  const mail = await recentTries.take(['way in to', email], accountLimits.lockoutMailsPerAccount);
  if (mail.isAllowed) await queue.send('lockout-mail', { email });
}

function adviseSignInLink(error: unknown): unknown {
  if (!(error instanceof CodedError) || error.code !== 'rate_limited') return error;
  return refuseTry(limitErrors.attemptsWithLink, error.retryAfterSeconds ?? 0);
}

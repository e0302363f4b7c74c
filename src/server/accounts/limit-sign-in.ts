import { describeWait } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { type TryLimit, takeTry } from '../limits/recent-tries.ts';
import type { AccountParts } from './account-parts.ts';
import type { Place } from './known-places.ts';

type LimitParts = Pick<AccountParts, 'recentTries' | 'accountLimits' | 'knownPlaces' | 'queue'>;

interface Attempt extends Place {
  readonly email: string;
  readonly address: string;
  /** Whether somebody who is refused because others guess at the account is mailed a way in. */
  readonly offersWayIn: boolean;
}

interface Counted {
  readonly what: readonly string[];
  readonly limit: TryLimit;
  /** Whether tries at this account fill it, and not those at others. */
  readonly isOfAccount: boolean;
  /** Whether a place's own failures are taken off it after the right password; not where others are at the place, too. */
  readonly isLightened: boolean;
}

/**
 * Counts a try to sign in before the password is looked at, so that many at once get no further than one after the
 * other, and takes it back when the password was right or was never looked at. Accounts that do not exist are counted
 * like those that do.
 * @param signIn resolves with the HTTP status of the answer
 * @throws CodedError `rate_limited`
 */
export async function limitSignIn<Answer extends { readonly status: number }>(
  parts: LimitParts,
  attempt: Attempt,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const counted = await chooseCounts(parts, attempt);
  await takeAll(parts, counted, attempt);
  const answer = await signIn();
  if (answer.status !== 401) await giveAllBack(parts, counted);
  if (answer.status < 300) await forgetOwn(parts, counted);
  return answer;
}

/** After the right password the own failures are forgotten; those of others still count for the account. */
async function forgetOwn({ recentTries }: LimitParts, [own, ...rest]: readonly Counted[]): Promise<void> {
  if (!own) return;
  const failures = await recentTries.forget(own.what);
  for (const { what, isLightened } of rest) if (isLightened) await recentTries.giveBack(what, failures);
}

/** Forgets the wrong passwords of strangers, and those from a place, once the account has another password. */
export async function forgetFailures(
  { recentTries }: Pick<LimitParts, 'recentTries'>,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<void> {
  await recentTries.forget(nameStrangers(email));
  await recentTries.forget(namePair(email, address));
}

const nameStrangers = (email: string) => ['sign-in to', email];
const namePair = (email: string, address: string) => ['sign-in', email, address];

/**
 * What a try counts for; the first is its place's own. Strangers fill other counts than those who were there before, so
 * they can shut nobody out whose browser, or else whose address, is known.
 */
async function chooseCounts(
  { accountLimits, knownPlaces }: LimitParts,
  { email, browser, address }: Attempt,
): Promise<[Counted, ...Counted[]]> {
  const known = await knownPlaces.find(email, { browser, address });
  const { signInPerBrowser, signInPerPair, signInPerAddress, signInPerAccount } = accountLimits;
  const ofAccount = { isOfAccount: true, isLightened: false };
  if (browser !== undefined && known.has('browser'))
    // Not counted for its address: behind a careless proxy that is everybody's.
    return [
      { what: ['sign-in in browser', email, browser], limit: signInPerBrowser, ...ofAccount },
      { what: ['sign-in in browsers', email], limit: signInPerAccount, ...ofAccount, isLightened: true },
    ];
  return [
    { what: namePair(email, address), limit: signInPerPair, ...ofAccount },
    { what: ['sign-in from', address], limit: signInPerAddress, isOfAccount: false, isLightened: false },
    {
      what: known.has('address') ? ['sign-in from known addresses', email] : nameStrangers(email),
      limit: signInPerAccount,
      ...ofAccount,
    },
  ];
}

async function takeAll(parts: LimitParts, counted: readonly Counted[], attempt: Attempt): Promise<void> {
  const taken: Counted[] = [];
  for (const each of counted)
    try {
      await takeTry(parts.recentTries, each.what, each.limit);
      taken.push(each);
    } catch (error) {
      await giveAllBack(parts, taken);
      if (!each.isOfAccount || !attempt.offersWayIn) throw error;
      await mailWayIn(parts, attempt.email);
      throw adviseWayIn(error);
    }
}

async function giveAllBack({ recentTries }: LimitParts, counted: readonly Counted[]): Promise<void> {
  for (const { what } of counted) await recentTries.giveBack(what);
}

/** Whether there is such an account is found out later, so that neither the answer nor its time can tell. */
async function mailWayIn({ recentTries, accountLimits, queue }: LimitParts, email: string): Promise<void> {
  const mail = await recentTries.take(['way in to', email], accountLimits.lockoutMailsPerAccount);
  if (mail.isAllowed) await queue.send('lockout-mail', { email });
}

function adviseWayIn(error: unknown): unknown {
  if (!(error instanceof CodedError) || error.code !== 'rate_limited') return error;
  const { retryAfterSeconds = 0 } = error;
  const message = fill(limitErrors.attemptsWithLink, { wait: describeWait(retryAfterSeconds) });
  return new CodedError('rate_limited', { message, retryAfterSeconds });
}

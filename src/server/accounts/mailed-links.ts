import { randomBytes } from 'node:crypto';
import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { and, eq, isNotNull } from 'drizzle-orm';
import { signInLinkSchema } from '#shared/api/auth.ts';
import { mailedLinkSeconds } from '#shared/defaults.ts';
import type { PagePath } from '#shared/pages.ts';
import { account, user } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import { toMailbox } from '../limits/require-visitor.ts';
import { composeLockoutMail, composeNoticeMail, type Notice } from '../mail/mail-texts.ts';
import { type QueuedMail, queueMail } from '../mail/outbox.ts';
import type { AccountLimits } from './account-limits.ts';

interface AccountMailParts {
  readonly queries: Queries;
  readonly queue: JobQueue;
  readonly recentTries: RecentTries;
  readonly limits: AccountLimits;
}

/**
 * Queues a mail about an account. Anybody who knows an address can cause such mails, so each mailbox gets only a few an hour;
 * more are dropped silently, because a different answer would reveal who has an account.
 */
export async function postAccountMail(parts: AccountMailParts, mail: QueuedMail): Promise<void> {
  const what = ['mail to', toMailbox(mail.recipient)];
  const { isAllowed } = await parts.recentTries.take(what, parts.limits.mailsPerMailbox);
  if (isAllowed) await queueMail(parts, mail);
}

/** Tells the owner of an account what was changed in it. Has a share of its own, so that nobody can keep such a mail away by causing others. */
export async function postNotice(parts: AccountMailParts, uid: string, notice: Notice, publicUrl: string) {
  const { queries, recentTries, limits } = parts;
  const [person] = await queries.select().from(user).where(eq(user.id, uid));
  if (!person) return;
  const { email: recipient, emailVerified } = person;
  const { isAllowed } = emailVerified
    ? await recentTries.take(['notice to', uid], limits.noticesPerAccount)
    : await recentTries.take(['notice to', toMailbox(recipient)], limits.noticesPerUnverifiedMailbox);
  const link = `${publicUrl}${'/account' satisfies PagePath}`;
  if (isAllowed) await queueMail(parts, { recipient, uid, ...composeNoticeMail(notice, link) });
}

/** better-auth's identifier of a password reset link; it stores only a hash of it. */
export const nameResetLink = (token: string) => `reset-password:${token}`;

const nameSignInLink = (token: string) => `sign-in-link:${token}`;

/**
 * Lets better-auth sign in once with the token of a mailed link. Its own `magicLink` uses GET, so that programs that scan mails would use
 * links up, stores the address instead of the account, and removes the password of an account with an unverified address.
 */
export function signInLinks() {
  const endpoint = createAuthEndpoint(
    '/sign-in/link',
    { method: 'POST', body: signInLinkSchema },
    async context => {
      const { internalAdapter } = context.context;
      const link = await internalAdapter.consumeVerificationValue(nameSignInLink(context.body.token));
      const person = link && (await internalAdapter.findUserById(link.value));
      if (!person) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
      const session = await internalAdapter.createSession(person.id);
      await setSessionCookie(context, { session, user: person });
      return context.json({ status: true });
    },
  );
  return { id: 'sign-in-links', endpoints: { signInByLink: endpoint } } satisfies BetterAuthPlugin;
}

interface LinkParts extends AccountMailParts {
  readonly auth: { readonly $context: Promise<Pick<AuthContext, 'internalAdapter'>> };
  readonly publicUrl: string;
  /** How long the account can be locked at most. */
  readonly lockedSeconds: number;
}

/**
 * Mails a link to the owner of an account whose password is being guessed; nothing to an account without a password. If
 * the address was never verified, the link sets a new password: the present one may have been chosen by somebody
 * else, and a link that only signs in would leave the account to both.
 */
export async function postSignInLink(
  { auth, publicUrl, lockedSeconds, ...parts }: LinkParts,
  email: string,
): Promise<void> {
  const person = await findByPassword(parts.queries, email);
  if (!person) return;
  const token = randomBytes(24).toString('base64url');
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createVerificationValue({
    identifier: person.emailVerified ? nameSignInLink(token) : nameResetLink(token),
    value: person.id,
    expiresAt: new Date(Date.now() + mailedLinkSeconds * 1000),
  });
  const path: PagePath = person.emailVerified ? '/sign-in-link' : '/reset';
  const way = {
    url: `${publicUrl}${path}?token=${token}`,
    asksForPassword: !person.emailVerified,
    lockedSeconds,
  };
  await postAccountMail(parts, { recipient: person.email, uid: person.id, ...composeLockoutMail(way) });
}

async function findByPassword(queries: Queries, email: string) {
  const [person] = await queries
    .select({ id: user.id, email: user.email, emailVerified: user.emailVerified })
    .from(user)
    .innerJoin(account, eq(account.userId, user.id))
    .where(and(eq(user.email, email), isNotNull(account.password)));
  return person;
}

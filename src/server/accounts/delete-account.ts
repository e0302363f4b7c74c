import { and, eq, notExists } from 'drizzle-orm';
import type { Config } from '../config/config.ts';
import { account, session, user, verification } from '../database/auth-schema.ts';
import type { Queries } from '../database/database.ts';
import { contactMessages, feedback, mails, premiumMembers, stripePurchases } from '../database/schema.ts';
import type { RunningWork } from '../http/running-work.ts';
import type { JobName, JobQueue, Jobs } from '../jobs/job-queue.ts';
import { findByAddress } from './find-by-address.ts';
import { reportSession } from './token-sync.ts';

export interface DeletionParts {
  readonly work: Pick<RunningWork, 'endWorkOf'>;
  readonly queries: Queries;
  readonly queue: JobQueue;
  readonly config: Pick<Config, 'tokenSync'>;
}

/**
 * Deletes an account and all that is kept about the person, all of it or nothing. Profile, sessions, ways to sign in and
 * mails go with the account's row. What this process does for it ends before. An account that is gone already stays so.
 */
export async function deleteAccount(parts: DeletionParts, uid: string): Promise<void> {
  const { queries, queue, work } = parts;
  await work.endWorkOf(uid);
  await queries.transaction(async () => {
    // A second request waits here, and then finds nothing.
    const [person] = await queries.select().from(user).where(eq(user.id, uid)).for('update');
    if (!person) return;
    await forgetJobs(queue, person.email, uid);
    const sessions = await queries.select().from(session).where(eq(session.userId, uid));
    for (const each of sessions) await reportSession(parts, 'sign-out', each);
    // Links for a new password, or to sign in.
    await queries.delete(verification).where(eq(verification.value, uid));
    if (person.emailVerified) await deleteByAddress(queries, person.email);
    await queries.delete(user).where(eq(user.id, uid));
  });
  // What was begun meanwhile.
  await work.endWorkOf(uid);
}

/** By what each kind of job can be known as the person's; one that nobody thought of does not compile. */
type JobMarks = { readonly [Name in JobName]: Partial<Jobs[Name]> | 'names nobody' };

async function forgetJobs(queue: JobQueue, email: string, uid: string): Promise<void> {
  const marks: JobMarks = {
    'password-reset': { email },
    'lockout-mail': { email },
    'token-sync': { uid },
    // The mail's row goes with the account, and without it there is nothing to send.
    mail: 'names nobody',
    sweep: 'names nobody',
  };
  for (const name of Object.keys(marks) as JobName[]) {
    const mark = marks[name];
    if (mark !== 'names nobody') await queue.forget(name, mark);
  }
}

async function deleteByAddress(queries: Queries, email: string): Promise<void> {
  const found = findByAddress(email);
  await queries.delete(contactMessages).where(found.contactMessages);
  await queries.delete(feedback).where(found.feedback);
  await queries.delete(mails).where(found.writtenMails);
  await queries.delete(premiumMembers).where(found.premiumMembership);
  // What Stripe says of a purchase afterwards brings no address along.
  await queries.delete(stripePurchases).where(found.purchases);
}

/** Whom Google knows somebody as. */
interface Proof {
  readonly email: string;
  readonly sub: string;
}

/**
 * Deletes the account of an address that nobody has confirmed, once Google has: the account may not be of the
 * owner of the address, so nothing of it may become part of the owner's account. Whom Google signs in elsewhere keeps that account,
 * and nothing is deleted.
 */
export async function removeUnverifiedAccount(parts: DeletionParts, { email, sub }: Proof): Promise<void> {
  const { queries } = parts;
  const isKnown = queries
    .select()
    .from(account)
    .where(and(eq(account.providerId, 'google'), eq(account.accountId, sub)));
  const [found] = await queries
    .select({ uid: user.id })
    .from(user)
    .where(and(eq(user.email, email.toLowerCase()), eq(user.emailVerified, false), notExists(isKnown)));
  if (found) await deleteAccount(parts, found.uid);
}
